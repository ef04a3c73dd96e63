import { makeFakeProgramme } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPart } from '../../../../test/open-part.tsx';
import { useArchived } from './use-archived.ts';

const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const programme = makeFakeProgramme({
  title: 'El faro',
  startsAt: at(-3),
  endsAt: at(-1),
  canPlayFromStart: true,
});
const places = { uno: at(-2.5), dos: at(-2) };

function Places() {
  const { query, seek } = useArchived('musa', programme.startsAt);
  return Object.entries(places).map(([name, instant]) => (
    <button key={name} type="button" onClick={() => seek(instant)}>
      {`${name}: ${query.data?.beginsAt === instant}`}
    </button>
  ));
}

it('requests each place that is sought, also one that was sought before', async () => {
  const { user, calls } = await openPart(<Places />, {
    prepare: ({ memory }) => void memory.guide.programmes.set('musa', [programme]),
  });
  const choose = async (name: keyof typeof places): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: new RegExp(name) }));
    await screen.findByRole('button', { name: `${name}: true` });
  };
  await choose('uno');
  await choose('dos');
  await choose('uno');
  await choose('uno');
  await waitFor(() => expect(calls().filter((call) => call.includes('/archive/'))).toHaveLength(5));
});
