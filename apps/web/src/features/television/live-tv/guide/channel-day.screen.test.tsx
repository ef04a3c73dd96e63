import { makeFakeChannel } from '@butaca/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addProgrammes } from '../../../../../test/add-programmes.ts';
import { openPart } from '../../../../../test/open-part.tsx';
import { ChannelDay } from './channel-day.tsx';

const minuteMs = 60_000;
const noonMs = new Date().setHours(12, 0, 0, 0);
const fake = makeFakeChannel({ name: 'Uno', section: 'Mundo' });
const channel = { ...fake, number: 1, locked: false };

function Day() {
  const [minute, setMinute] = useState(noonMs);
  return (
    <>
      <button type="button" onClick={() => setMinute(minute + 30 * minuteMs)}>
        Media hora después
      </button>
      <ChannelDay channel={channel} minute={minute} lineup={{ category: 'Todos', term: '' }} />
    </>
  );
}

it('scrolls to the programme that is on once, and not when the next one begins', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scroll.mockRestore());
  const { user } = await openPart(<Day />, {
    prepare(server) {
      server.memory.channels.push(fake);
      const noon = Math.round((noonMs - Date.now()) / minuteMs);
      addProgrammes(server, fake._id, [
        ['Primero', noon - 15, noon + 15],
        ['Segundo', noon + 15, noon + 45],
      ]);
    },
  });
  await screen.findByRole('button', { name: /Primero/, current: true });
  expect(scroll).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Media hora después' }));
  await screen.findByRole('button', { name: /Segundo/, current: true });
  expect(scroll).toHaveBeenCalledOnce();
});
