import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addProgrammes } from '../../../test/add-programmes.ts';
import { openPart } from '../../../test/open-part.tsx';
import { NowNext } from './now-next.tsx';

it('asks again when the next programme begins, which can only then be played from its start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { calls } = await openPart(<NowNext channelId="cenit-24" scope="Todos" look="page" />, {
    prepare: (server) =>
      addProgrammes(server, 'cenit-24', [
        ['Informativo', -30, 2],
        ['Debate', 2, 60],
      ]),
  });
  const asked = () => calls().filter((call) => call.startsWith('GET /api/guide/now')).length;
  await screen.findByRole('heading', { name: /^Ahora: Informativo/ });
  expect(asked()).toBe(1);
  act(() => {
    vi.setSystemTime(Date.now() + 2 * 60_000);
    vi.advanceTimersByTime(10_000);
  });
  screen.getByRole('heading', { name: /^Ahora: Debate/ });
  await expect.poll(asked).toBe(2);
});
