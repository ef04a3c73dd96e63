import { expect, it } from 'vitest';
import { filmPlaylist } from './film-playlist.ts';

it('filmPlaylist repeats the loop three times, marks each discontinuity and ends', () => {
  const lines = filmPlaylist([
    { file: 'a.ts', durationSeconds: 4 },
    { file: 'b.ts', durationSeconds: 3.5 },
  ]).split('\n');
  expect(lines.filter((line) => line.endsWith('.ts'))).toEqual([
    'a.ts',
    'b.ts',
    'a.ts',
    'b.ts',
    'a.ts',
    'b.ts',
  ]);
  expect(lines.filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(2);
  expect(lines).toContain('#EXT-X-TARGETDURATION:4');
  expect(lines.at(-2)).toBe('#EXT-X-ENDLIST');
});
