import { makeFakeChannel } from '@butaca/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { addProgrammes } from '../../../../../test/add-programmes.ts';
import { openPart } from '../../../../../test/open-part.tsx';
import { axisOf } from './guide-axis.ts';
import { useGuideWindows } from './use-guide-windows.ts';

const hourMs = 3_600_000;
const channel = makeFakeChannel({ name: 'Uno', section: 'Mundo' });
const channels = [{ ...channel, number: 1, locked: false }];
const axis = axisOf(Date.now(), 1);

/** The titles and gaps of each render, of the windows that a part of the plane needs. */
const rendered: string[] = [];

function Row() {
  const [fromHour, setFromHour] = useState(24);
  const fromMs = axis.startMs + fromHour * hourMs;
  const part = { first: 0, end: 1, fromMs, toMs: fromMs + 7 * hourMs };
  const { cellsOfRow } = useGuideWindows(channels, axis, part, { row: 0, atMs: fromMs });
  const words = cellsOfRow(0).map(({ programme, gap }) => programme?.title ?? gap);
  rendered.push(words.join(' '));
  return (
    <button type="button" onClick={() => setFromHour(fromHour + 6)}>
      {words.join(' ')}
    </button>
  );
}

it('never shows the programmes of one window in another while the plane moves on', async () => {
  const { user } = await openPart(<Row />, {
    prepare(server) {
      server.memory.channels.push(channel);
      const dayMinute = Math.ceil((axis.startMs - Date.now()) / 60_000);
      const hours = Array.from({ length: 96 }, (_, hour) => hour);
      addProgrammes(
        server,
        channel._id,
        hours.map((hour) => [`P${hour}`, dayMinute + hour * 60, dayMinute + (hour + 1) * 60]),
      );
    },
  });
  await screen.findByRole('button', { name: /P24 .*P35/ });
  await user.click(screen.getByRole('button'));
  await screen.findByRole('button', { name: /P30 .*P41/ });
  expect(rendered.filter((words) => words.includes('empty'))).toEqual([]);
});
