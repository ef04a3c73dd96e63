import { makeFakeProgramme } from '@butaca/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPart } from '../../../test/open-part.tsx';
import { ProgrammeSheet } from './programme-sheet.tsx';

it('opens a programme from its start with the list of channels from which it was chosen', async () => {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const programme = makeFakeProgramme({
    title: 'El faro',
    startsAt: at(-2),
    endsAt: at(-1),
    canPlayFromStart: true,
  });
  const origin = { from: '/live-tv?categoria=Cine', lineup: { category: 'Cine', term: '' } };
  const channel = { _id: 'musa', name: 'Musa', logo: null, colour: null };
  const { user, state } = await openPart(
    <ProgrammeSheet subject={{ channel, programme }} onClose={() => undefined} {...origin} />,
    { prepare: ({ memory }) => void memory.guide.programmes.set('musa', [programme]) },
  );
  await user.click(await screen.findByRole('link', { name: 'Desde el principio' }));
  expect(state()).toMatchObject(origin);
});
