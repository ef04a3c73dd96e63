import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { livePlaylist, type LoopSegment } from './live-loop.ts';

const segments: LoopSegment[] = [
  { file: 'a.ts', durationSeconds: 4 },
  { file: 'b.ts', durationSeconds: 4 },
  { file: 'c.ts', durationSeconds: 2 },
];

function read(playlist: string) {
  const sequence = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
  let discontinuity = Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
  const entries: { sequence: number; discontinuity: number; file: string }[] = [];
  for (const line of playlist.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') discontinuity += 1;
    if (line !== '' && !line.startsWith('#')) {
      entries.push({ sequence: sequence + entries.length, discontinuity, file: line });
    }
  }
  return entries;
}

describe('livePlaylist', () => {
  it('lists the last six complete segments, and marks where the loop starts over', () => {
    expect(
      livePlaylist(segments, 10 * 100 + 8.5)
        .split('\n')
        .slice(2),
    ).toEqual([
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:296',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-DISCONTINUITY-SEQUENCE:99',
      '#EXTINF:2.000,',
      'c.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:4.000,',
      'a.ts',
      '#EXTINF:4.000,',
      'b.ts',
      '#EXTINF:2.000,',
      'c.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:4.000,',
      'a.ts',
      '#EXTINF:4.000,',
      'b.ts',
      '',
    ]);
  });

  it('gives every segment one sequence number, one file and one discontinuity number at all times', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 100, max: 1e7, noNaN: true }),
        fc.double({ min: 0, max: 15, noNaN: true }),
        (at, later) => {
          const before = read(livePlaylist(segments, at));
          const after = read(livePlaylist(segments, at + later));
          for (const entry of before) {
            const same = after.find(({ sequence }) => sequence === entry.sequence);
            if (same !== undefined) expect(same).toEqual(entry);
          }
          expect(before).toHaveLength(6);
        },
      ),
    );
  });
});
