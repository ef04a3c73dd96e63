import type { ImageSubtitle } from '@butaca/contract';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import { openPart } from '../../../../../test/open-part.tsx';
import { ChannelSubtitles } from './channel-subtitles.tsx';

const subtitles: ImageSubtitle[] = [
  { form: 'teletext', language: 'spa' },
  { form: 'dvb', language: 'cat' },
];

it('the menu of subtitles has a button and says which ones of a channel cannot be shown, until another channel plays', async () => {
  const { media } = makeFakeVideo();
  const menu = document.createElement('media-captions-menu');
  const slot = document.createElement('slot');
  Object.defineProperty(menu, 'defaultSlot', { value: slot });
  const Stage = () => {
    const [known, setKnown] = useState<ImageSubtitle[] | undefined>(subtitles);
    return (
      <div
        className="player"
        ref={(stage) => {
          if (media.parentElement !== stage) stage?.append(media, menu, slot);
        }}
      >
        <ChannelSubtitles media={media} subtitles={known} />
        <button type="button" onClick={() => setKnown(undefined)}>
          Otro canal
        </button>
      </div>
    );
  };
  await openPart(<Stage />);
  const note = await screen.findByText(
    /^Este canal trae subtítulos en español y catalán que no son texto corriente/,
  );
  expect(note.textContent).toContain('(teletexto; DVB, de televisión)');
  expect(media.closest<HTMLElement>('.player')?.dataset).toHaveProperty('subtitleNote');
  // The menu makes its items anew.
  slot.replaceChildren();
  await screen.findByText(/^Este canal trae subtítulos/);
  fireEvent.click(screen.getByRole('button', { name: 'Otro canal' }));
  expect(screen.queryByText(/^Este canal trae subtítulos/)).toBeNull();
  expect(media.closest<HTMLElement>('.player')?.dataset).not.toHaveProperty('subtitleNote');
});
