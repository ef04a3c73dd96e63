import { expect, it } from 'vitest';
import { archivedPlaylist, readArchivedPart } from './archived-loop.ts';

const segments = ['a', 'b', 'c'].map((name) => ({ file: `${name}.ts`, durationSeconds: 4 }));
const filesOf = (playlist: string) =>
  playlist
    .split('\n')
    .flatMap((line) => (/^(?:[abc]\.ts|#EXT-X-(?:DISC|END|PLAYLIST).*)$/.test(line) ? [line] : []));

it('has what the loop showed in a part of the past, and an end', () => {
  expect(filesOf(archivedPlaylist(segments, { fromSeconds: 1_204, toSeconds: 1_220 }, 9_999))).toEqual([
    '#EXT-X-PLAYLIST-TYPE:VOD',
    'b.ts',
    'c.ts',
    '#EXT-X-DISCONTINUITY',
    'a.ts',
    'b.ts',
    '#EXT-X-ENDLIST',
  ]);
});

it('grows without an end while the part is not over', () => {
  const part = { fromSeconds: 1_200, toSeconds: 1_260 };
  expect(filesOf(archivedPlaylist(segments, part, 1_207))).toEqual(['#EXT-X-PLAYLIST-TYPE:EVENT', 'a.ts']);
  expect(filesOf(archivedPlaylist(segments, part, 1_208))).toEqual([
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    'a.ts',
    'b.ts',
  ]);
});

it.each([
  '',
  'utc=5',
  'utc=9&utcend=5',
  'utc=0&utcend=86401',
  'utc=-1&utcend=5',
  'utc=x&utcend=5',
  'utc=1e99&utcend=2e99',
])('no part is named by «%s»', (query) => expect(readArchivedPart(query)).toBeUndefined());
