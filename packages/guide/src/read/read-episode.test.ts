import { expect, it } from 'vitest';
import { readEpisode } from './read-episode.ts';

it.each([
  ['1 . 4/10 . 0/1', 'xmltv_ns', { season: 2, episode: 5 }],
  ['0.11.', 'xmltv_ns', { season: 1, episode: 12 }],
  ['.11.', 'xmltv_ns', { episode: 12 }],
  ['3..', 'xmltv_ns', { season: 4 }],
  ['2/5 . 0 .', 'xmltv_ns', { season: 3, episode: 1 }],
  ['S02E05', 'xmltv_ns', {}],
  ['S02E05', 'onscreen', { season: 2, episode: 5 }],
  ['S2 Ep. 15', 'onscreen', { season: 2, episode: 15 }],
  ['T3 E7', 'onscreen', { season: 3, episode: 7 }],
  ['Temporada 2, Capítulo 8', 'onscreen', { season: 2, episode: 8 }],
  ['2x05', 'onscreen', { season: 2, episode: 5 }],
  ['Ep. 12', 'onscreen', { episode: 12 }],
  ['5/10', 'onscreen', { episode: 5 }],
  ['T4', 'onscreen', { season: 4 }],
  ['S02E05', 'SxxExx', { season: 2, episode: 5 }],
  ['EP012345670089', 'dd_progid', {}],
  ['series/70001', 'thetvdb.com', {}],
  ['S0E0', 'onscreen', {}],
])('reads «%s» of %s', (text, system, expected) => {
  expect(readEpisode(text, system)).toEqual(expected);
});
