import type { Facts, FactSourceState, TitleMatch } from '@butaca/contract';

/** Sources of facts and matches of titles of the fake server. Tests may read and change them. */
export interface FakeFacts {
  isPaused: boolean;
  sources: FactSourceState[];
  matches: TitleMatch[];
  /** What held before the present decisions, by the ids of the matches. */
  previous: Map<string, Pick<TitleMatch, 'work' | 'decision'>>;
  /** How far looking is. */
  counts: Pick<Facts, 'titles' | 'looked' | 'toConfirm'>;
}

export const createFakeFacts = (): FakeFacts => ({
  isPaused: false,
  sources: [
    {
      key: 'tmdb',
      name: 'TMDB',
      isOn: true,
      needsKey: true,
      keyFrom: null,
      about: 'Películas y series, con una clave gratuita. Recibe los títulos y sus años.',
      failingSince: null,
      failure: null,
    },
    {
      key: 'tvmaze',
      name: 'TVmaze',
      isOn: false,
      needsKey: false,
      keyFrom: null,
      about: 'Solo series, sin clave. Recibe los títulos.',
      failingSince: null,
      failure: null,
    },
  ],
  matches: [],
  previous: new Map(),
  counts: { titles: 0, looked: 0, toConfirm: 0 },
});
