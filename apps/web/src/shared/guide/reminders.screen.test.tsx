import { makeFakeProgramme } from '@butaca/testing';
import { Toasts } from '@butaca/ui';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPart } from '../../../test/open-part.tsx';
import { queryClient } from '../../platform/query-client.ts';
import { followReminders } from './follow-reminders.ts';
import { RemindButton } from './remind-button.tsx';
import { addReminder, remindersQuery } from './reminders.queries.ts';

const channelId = 'cenit-24';
const programmeIn = (minutes: number) => {
  const at = (more: number) => new Date(Date.now() + (minutes + more) * 60_000).toISOString();
  return makeFakeProgramme({ title: 'La película', startsAt: at(0), endsAt: at(90) });
};
const openButton = (programme: ReturnType<typeof programmeIn>) =>
  openPart(<RemindButton channelId={channelId} programme={programme} />, {
    prepare: ({ memory }) => memory.guide.programmes.set(channelId, [programme]),
  });

it('a programme that the person asked to be reminded of is announced, and opens its channel', async () => {
  const { user, server } = await openButton(programmeIn(0.9));
  await user.click(await screen.findByRole('button', { name: 'Recordármelo' }));
  await screen.findByRole('button', { name: 'Quitar recordatorio' });
  expect(server.memory.guide.reminders).toMatchObject([{ channelId, title: 'La película' }]);
  const open = vi.fn<(path: string) => void>();
  onTestFinished(followReminders(open));
  await screen.findByText(/^«La película», a las \d\d:\d\d en Cénit 24$/);
  await user.click(screen.getByRole('button', { name: 'Ver' }));
  expect(open.mock.calls).toEqual([[`/watch/channel/${channelId}`]]);
});

it('a reminder can be taken back, and is not offered for a programme that has begun', async () => {
  const { user, server } = await openButton(programmeIn(60));
  await user.click(await screen.findByRole('button', { name: 'Recordármelo' }));
  await user.click(await screen.findByRole('button', { name: 'Quitar recordatorio' }));
  await screen.findByRole('button', { name: 'Recordármelo' });
  expect(server.memory.guide.reminders).toEqual([]);
});

it('says why a reminder was not kept', async () => {
  const { user, server } = await openButton(programmeIn(60));
  server.memory.guide.programmes.clear();
  await user.click(await screen.findByRole('button', { name: 'Recordármelo' }));
  await screen.findByText(
    'La guía no tiene ningún programa de ese canal a esa hora. Recarga la página y elige otro.',
  );
});

it('announces what it knows while the server does not answer, and asks it ever more rarely', async () => {
  const { user, server, calls } = await openButton(programmeIn(60));
  await user.click(await screen.findByRole('button', { name: 'Recordármelo' }));
  await screen.findByRole('button', { name: 'Quitar recordatorio' });
  const asked = () => calls().filter((call) => call.startsWith('GET /api/guide/reminders')).length;
  await waitFor(() => expect(queryClient.isFetching(remindersQuery)).toBe(0));
  cleanup();
  render(<Toasts />);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = asked();
  // An hour after the start of the page the known reminders are old, and the programme begins.
  vi.setSystemTime(Date.now() + 60 * 60_000);
  for (let failure = 0; failure < 40; failure += 1)
    server.failNext('GET /api/guide/reminders', 'server.unavailable');
  onTestFinished(followReminders(() => undefined));
  await screen.findByText(/^«La película», a las/);
  for (let look = 0; look < 16; look += 1) {
    await expect.poll(() => queryClient.isFetching(remindersQuery)).toBe(0);
    await vi.advanceTimersByTimeAsync(15_000);
  }
  // At 0, 30, 90 and 210 seconds of 240.
  expect(asked() - before).toBe(4);
});

it('keeps a reminder that is added while the list of reminders is missing', async () => {
  const { server } = await openButton(programmeIn(60));
  await screen.findByRole('button', { name: 'Recordármelo' });
  const startsAt = server.memory.guide.programmes.get(channelId)?.[0]?.startsAt ?? '';
  queryClient.removeQueries(remindersQuery);
  for (let failure = 0; failure < 3; failure += 1)
    server.failNext('GET /api/guide/reminders', 'server.unavailable');
  await addReminder(channelId, startsAt);
  expect(queryClient.getQueryData(remindersQuery.queryKey)).toMatchObject([{ title: 'La película' }]);
});
