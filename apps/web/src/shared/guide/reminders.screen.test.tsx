import { makeFakeProgramme } from '@butaca/testing';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPart } from '../../../test/open-part.tsx';
import { followReminders } from './follow-reminders.ts';
import { RemindButton } from './remind-button.tsx';

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
  await screen.findByText('La guía no tiene ningún programa de ese canal a esa hora.');
});
