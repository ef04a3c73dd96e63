import { makeFakeChannel } from '@butaca/testing';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addProgrammes } from '../../../../../test/add-programmes.ts';
import { openPart } from '../../../../../test/open-part.tsx';
import { ChannelDay } from './channel-day.tsx';

const minuteMs = 60_000;
const noonMs = new Date().setHours(12, 0, 0, 0);
const fake = makeFakeChannel({ name: 'Uno', section: 'Mundo' });
const channel = { ...fake, number: 1, locked: false };

function Day({ archiveDays = null }: { archiveDays?: number | null }) {
  const [minute, setMinute] = useState(noonMs);
  return (
    <>
      <button type="button" onClick={() => setMinute(minute + 30 * minuteMs)}>
        Media hora después
      </button>
      <ChannelDay
        channel={channel}
        archiveDays={archiveDays}
        minute={minute}
        lineup={{ category: 'Todos', term: '' }}
      />
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

it('offers the days that the archive keeps, and marks what can be played', async () => {
  const { user } = await openPart(<Day archiveDays={2} />, {
    prepare(server) {
      server.memory.channels.push(fake);
      const noon = Math.round((noonMs - Date.now()) / minuteMs);
      addProgrammes(server, fake._id, [
        ['Ayer', noon - 24 * 60, noon - 23 * 60, { canPlayFromStart: true }],
        ['Hoy', noon - 15, noon + 15],
      ]);
    },
  });
  await screen.findByRole('button', { name: /Hoy/, current: true });
  const day = screen.getByRole('combobox', { name: 'Día' });
  const options = within(day).getAllByRole('option');
  expect(options).toHaveLength(2 + 1 + 14);
  await user.selectOptions(day, options[1]!);
  await screen.findByRole('button', { name: /Ayer.*Se puede ver/ });
  await user.selectOptions(day, options[0]!);
  await screen.findByText('La guía no dice nada de este día.');
});

it('says of a day that is over, of a channel without an archive, that nothing is left of it', async () => {
  const { user } = await openPart(<Day />, { prepare: (server) => void server.memory.channels.push(fake) });
  const day = await screen.findByRole('combobox', { name: 'Día' });
  await user.selectOptions(day, within(day).getAllByRole('option')[0]!);
  await screen.findByText('Este canal no tiene archivo: de este día no queda nada.');
});
