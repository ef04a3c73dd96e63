import type { Home } from '@butaca/contract';
import { expect, it } from 'vitest';
import { chooseBillboard, featuredRows } from './choose-billboard.ts';

const titleOf = (id: string, backdrop: string | null = '/b.webp') => ({ _id: id, backdrop });
const home = (given: object): Home =>
  ({
    recentlyAdded: [],
    ...Object.fromEntries(featuredRows.map((row) => [row, []])),
    ...given,
  }) as unknown as Home;

it.each([
  [
    'the newest of what is featured',
    {
      recentlyAdded: ['n', 'b', 'a'].map((id) => titleOf(id)),
      featuredMovies: [titleOf('a')],
      featuredAnimes: [titleOf('b')],
    },
    'b',
  ],
  [
    'the first of the rows where none is among the newest',
    { featuredSeries: [titleOf('s')], featuredMovies: [titleOf('m')] },
    'm',
  ],
  [
    'one among the newest before one that is older',
    { recentlyAdded: [titleOf('s')], featuredSeries: [titleOf('s')], featuredMovies: [titleOf('m')] },
    's',
  ],
  [
    'one with a wide picture, though another is newer',
    {
      recentlyAdded: [titleOf('m'), titleOf('s')],
      featuredMovies: [titleOf('m', null)],
      featuredSeries: [titleOf('s')],
    },
    's',
  ],
  ['none where nothing has a wide picture', { featuredMovies: [titleOf('m', null)] }, undefined],
  ['none where nothing is featured', { recentlyAdded: [titleOf('n')] }, undefined],
])('chooseBillboard chooses %s', (_, given, expected) => {
  expect(chooseBillboard(home(given))?._id).toBe(expected);
});
