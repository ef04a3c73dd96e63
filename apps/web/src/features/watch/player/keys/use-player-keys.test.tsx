import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement, useEffect, useRef } from 'react';
import 'media-chrome';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFakeVideo, type FakeVideo } from '../../../../../test/fake-video.ts';
import type { Feedback } from '../feedback/player-feedback.tsx';
import { KeysHelp } from './keys-help.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

interface Needs {
  video?: FakeVideo | undefined;
  onNext?: () => void;
  onPrevious?: () => void;
  onUp?: () => void;
  isHelpOpen?: boolean;
}

/**
 * A stand-in for the player with only the elements that its keyboard handler needs: the video, its controls and the
 * page around them.
 */
function Player({ video, heard, isHelpOpen = false, ...skips }: Needs & { heard: unknown[] }) {
  const stage = useRef<HTMLElement>(null);
  const { onKeyDown } = usePlayerKeys({
    stage,
    video,
    onHelp: () => heard.push('help'),
    onClose: () => {
      if (isHelpOpen) heard.push('close');
      return isHelpOpen;
    },
    onFeedback: (feedback: Feedback) => heard.push(feedback),
    ...skips,
  });
  const controller = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const request of ['enterfullscreen', 'togglesubtitles', 'enterpip'])
      controller.current?.addEventListener(`media${request}request`, () => heard.push(request));
  }, [heard]);
  return (
    <main>
      <input aria-label="Buscar" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the player handles keys */}
      <section ref={stage} onKeyDown={onKeyDown} aria-label="Reproductor">
        {createElement(
          'media-controller',
          { ref: controller, tabIndex: 0, nohotkeys: '', 'data-testid': 'video' },
          createElement(
            'media-control-bar',
            null,
            createElement('media-play-button', { tabIndex: 0, 'data-testid': 'play' }),
          ),
        )}
        <button type="button">Ajustes</button>
      </section>
    </main>
  );
}

function open(needs: Needs = { video: makeFakeVideo() }) {
  const heard: unknown[] = [];
  render(<Player {...needs} heard={heard} />);
  return { heard, calls: needs.video?.calls ?? [], user: userEvent.setup(), media: needs.video?.media };
}
const focusVideo = () => screen.getByTestId('video').focus();
const focusedId = () => (document.activeElement as HTMLElement | null)?.dataset['testid'];

/** Makes the page believe that the player is in full screen, which jsdom does not have. */
function enterFullscreen(): { exit: ReturnType<typeof vi.fn> } {
  const exit = vi.fn<() => void>();
  const element = screen.getByRole('region', { name: 'Reproductor' });
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element });
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: exit });
  return { exit };
}
afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenElement');
  Reflect.deleteProperty(document, 'exitFullscreen');
  vi.restoreAllMocks();
});

describe('a letter anywhere on the page', () => {
  it.each([
    ['k', 'pause'],
    ['{MediaPlayPause}', 'pause'],
    ['{MediaPlay}', 'play'],
    ['{MediaPause}', 'pause'],
    ['{MediaStop}', 'pause'],
  ])('%s calls %s', async (key, expected) => {
    const { user, calls } = open();
    await user.keyboard(key);
    expect(calls).toEqual([expected]);
  });

  it.each([
    ['f', 'enterfullscreen'],
    ['c', 'togglesubtitles'],
    ['p', 'enterpip'],
    ['?', 'help'],
  ])('%s asks for %s', async (key, expected) => {
    const { user, heard } = open();
    await user.keyboard(key);
    expect(heard).toEqual([expected]);
  });

  it('seeks back and forward by ten seconds, and says so', async () => {
    const { user, heard, media } = open();
    await user.keyboard('lllj');
    expect(media?.currentTime).toBe(20);
    expect(heard).toEqual([1, 1, 1, -1].map((direction) => ({ kind: 'seek', direction })));
  });

  it('seeks nothing live', async () => {
    const { user, heard, media } = open({ video: makeFakeVideo({ isLive: true }) });
    await user.keyboard('l');
    expect([media?.currentTime, heard]).toEqual([0, []]);
  });

  it('turns the sound off and on, and shows the volume that it then has', async () => {
    const { user, heard, media } = open();
    Object.assign(media ?? {}, { volume: 0.6 });
    await user.keyboard('mm');
    expect(heard).toEqual([
      { kind: 'volume', volume: 0 },
      { kind: 'volume', volume: 0.6 },
    ]);
  });

  it('skips to what is next and what was before, where there is something', async () => {
    const [onNext, onPrevious] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { user } = open({ video: makeFakeVideo(), onNext, onPrevious });
    await user.keyboard('n{MediaTrackNext}{MediaTrackPrevious}');
    expect([onNext.mock.calls.length, onPrevious.mock.calls.length]).toEqual([2, 1]);
  });

  it('is left to the browser where there is nothing to skip to, or nothing that plays', () => {
    open();
    expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'MediaTrackPrevious' })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'k' })).toBe(false);
  });

  it('does nothing before the video is there', async () => {
    const { user, heard } = open({ video: undefined });
    focusVideo();
    await user.keyboard('kflm{ArrowRight}{Enter}');
    expect(heard).toEqual([]);
  });

  it('is text in a text field', async () => {
    const { user, calls } = open();
    await user.type(screen.getByRole('textbox'), 'kkk');
    expect(calls).toEqual([]);
  });
});

describe('Escape', () => {
  it('closes the help first, and leaves full screen without it', async () => {
    const { user, heard } = open({ video: makeFakeVideo(), isHelpOpen: true });
    const { exit } = enterFullscreen();
    await user.keyboard('{Escape}');
    expect([heard, exit.mock.calls.length]).toEqual([['close'], 0]);
  });

  it('leaves full screen', async () => {
    const { user } = open();
    const { exit } = enterFullscreen();
    await user.keyboard('{Escape}');
    expect(exit).toHaveBeenCalledOnce();
  });

  it('is left to the page where there is nothing to close', () => {
    open();
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
  });
});

describe('a key on the video', () => {
  it('plays and pauses with Enter, and seeks with ← and →', async () => {
    const { user, calls, media } = open();
    focusVideo();
    await user.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect([calls, media?.currentTime]).toEqual([['pause'], 10]);
  });

  it('moves the focus to the controls with ↓ where the arrow keys lead', async () => {
    const { user, heard } = open();
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect([focusedId(), heard]).toEqual(['play', []]);
  });

  it('changes the volume with ↑ and ↓ after the mouse was used, until Tab is pressed', async () => {
    const { user, heard } = open();
    await user.pointer({ target: screen.getByTestId('video'), keys: '[MouseLeft]' });
    focusVideo();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(heard).toEqual([0.95, 0.9, 0.95].map((volume) => ({ kind: 'volume', volume })));
    await user.tab();
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect(focusedId()).toBe('play');
  });

  it('never changes the volume on a television, whose remote has keys for that', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Web0S; Linux/SmartTV)');
    const { user, heard } = open();
    await user.pointer({ target: screen.getByTestId('video'), keys: '[MouseLeft]' });
    focusVideo();
    await user.keyboard('{ArrowDown}');
    expect([focusedId(), heard]).toEqual(['play', []]);
  });

  it('opens the channels with ↑ in full screen alone', async () => {
    const onUp = vi.fn<() => void>();
    const { user } = open({ video: makeFakeVideo(), onUp });
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(onUp).not.toHaveBeenCalled();
    enterFullscreen();
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(onUp).toHaveBeenCalledOnce();
  });

  it('stays on the video with ↑ in full screen where there are no channels', async () => {
    const { user } = open();
    enterFullscreen();
    focusVideo();
    await user.keyboard('{ArrowUp}');
    expect(focusedId()).toBe('video');
  });
});

it('leads back from the controls to the video with ↑ in full screen, and the page hears no arrow key', async () => {
  const { user } = open();
  enterFullscreen();
  const onPage = vi.fn<() => void>();
  document.body.addEventListener('keydown', onPage);
  screen.getByRole('button', { name: 'Ajustes' }).focus();
  await user.keyboard('{ArrowUp}');
  document.body.removeEventListener('keydown', onPage);
  expect(focusedId()).toBe('video');
});

describe('the table of the keys', () => {
  it.each([
    [true, 'Volver al último canal', 'Siguiente capítulo'],
    [false, 'Siguiente capítulo', 'Volver al último canal'],
  ])('of a channel (%s) has «%s» and not «%s»', (isChannel, has, hasNot) => {
    render(<KeysHelp isChannel={isChannel} onClose={() => undefined} />);
    const rows = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(rows).toContain(has);
    expect(rows).not.toContain(hasNot);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('takes the focus, keeps the arrow keys to itself, and closes', async () => {
    const [onClose, onKey] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a stand-in for the player around the table
      <div onKeyDown={onKey}>
        <KeysHelp isChannel={false} onClose={onClose} />
      </div>,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' }));
    const user = userEvent.setup();
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(onKey).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
