import { describe, expect, it } from 'vitest';
import { PlaylistRefusedError, rewritePlaylist } from './playlist.ts';

const address = 'http://proveedor.example/film/1.m3u8';

/**
 * Rewrites an HLS playlist as it is played under a free trial; instead of a sealed path each address becomes a readable
 * description: its role and file, the seconds of the film that are charged, and the bytes that are delivered.
 */
async function rewrite(lines: readonly string[], isTrial = true): Promise<string[]> {
  const { text } = await rewritePlaylist(
    lines.join('\n'),
    {
      address,
      isTrial,
      childPath(child, role, _reference, part, slice) {
        const seconds = part === undefined ? '' : ` ${part.fromSeconds}-${part.toSeconds}s`;
        const bytes = slice === undefined ? '' : ` ${slice.fromByte}-${slice.toByte}`;
        return `[${role} ${child.split('/').at(-1)}${seconds}${bytes}]`;
      },
    },
    new AbortController().signal,
  );
  return text.trimEnd().split('\n');
}

const end = '#EXT-X-ENDLIST';

describe('a playlist under a trial', () => {
  it('gives each segment the part of the film that it holds', async () => {
    expect(
      await rewrite([
        '#EXTM3U',
        '#EXTINF:4.5,uno',
        'a.ts',
        '#EXTINF: 2,',
        'b.ts',
        '#EXTINF:-1,',
        'c.ts',
        'd.ts',
        end,
      ]),
    ).toEqual([
      '#EXTM3U',
      '#EXTINF:4.5,',
      '[bytes a.ts 0-4.5s]',
      '#EXTINF:2,',
      '[bytes b.ts 4.5-6.5s]',
      '#EXTINF:-1,',
      '[bytes c.ts 6.5-6.5s]',
      '[bytes d.ts 6.5-6.5s]',
      end,
    ]);
  });

  it('gives each slice an address of its own, continuing where the slice before it ended', async () => {
    expect(
      await rewrite([
        '#EXTINF:4,',
        '#EXT-X-BYTERANGE:100@50',
        'a.ts',
        '#EXTINF:4,',
        '#EXT-X-BYTERANGE:30',
        'a.ts',
        '#EXTINF:4,',
        '#EXT-X-BYTERANGE: 10@0 ',
        'b.ts',
        end,
      ]),
    ).toEqual([
      '#EXTINF:4,',
      '[bytes a.ts 0-4s 50-149]',
      '#EXTINF:4,',
      '[bytes a.ts 4-8s 150-179]',
      '#EXTINF:4,',
      '[bytes b.ts 8-12s 0-9]',
      end,
    ]);
  });

  it('puts the range of an initialization into its sealed address, which players cannot change', async () => {
    const map = '#EXT-X-MAP:URI="i.mp4",BYTERANGE="720@10"';
    expect(await rewrite([map, 'a.mp4', end])).toEqual([
      '#EXT-X-MAP:URI="[bytes i.mp4 10-729]"',
      '[bytes a.mp4 0-0s]',
      end,
    ]);
    expect(await rewrite([map], false)).toEqual(['#EXT-X-MAP:URI="[bytes i.mp4]",BYTERANGE="720@10"']);
  });

  it('leaves out partial segments, which would not be charged', async () => {
    const parts = ['#EXT-X-PART:DURATION=0.3,URI="p.mp4"', '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="q.mp4"'];
    expect(await rewrite([...parts, '#EXTINF:2,', 'a.mp4', end])).toEqual([
      '#EXTINF:2,',
      '[bytes a.mp4 0-2s]',
      end,
    ]);
    expect(await rewrite(parts, false)).toHaveLength(2);
  });

  it.each([
    ['a slice that follows nothing', ['#EXT-X-BYTERANGE:30', 'a.ts', end]],
    [
      'a slice that follows another file',
      ['#EXT-X-BYTERANGE:30@0', 'a.ts', '#EXT-X-BYTERANGE:30', 'b.ts', end],
    ],
    [
      'a slice that follows a whole file',
      ['#EXT-X-BYTERANGE:30@0', 'a.ts', 'a.ts', '#EXT-X-BYTERANGE:30', 'a.ts', end],
    ],
    ['a slice of no bytes', ['#EXT-X-BYTERANGE:0@0', 'a.ts', end]],
    ['a slice of more bytes than a number holds', [`#EXT-X-BYTERANGE:${'9'.repeat(16)}@0`, 'a.ts', end]],
    ['an initialization without a place', ['#EXT-X-MAP:URI="i.mp4",BYTERANGE="720"', 'a.ts', end]],
    ['no end', ['#EXTM3U', '#EXTINF:4,', 'a.ts']],
  ])('is refused for %s', async (_why, lines) => {
    await expect(rewrite(lines)).rejects.toBeInstanceOf(PlaylistRefusedError);
    expect(await rewrite(lines, false)).not.toHaveLength(0);
  });

  it('may be a master playlist, although that has no end', async () => {
    expect(await rewrite(['#EXT-X-STREAM-INF:BANDWIDTH=1', 'a.m3u8'])).toEqual([
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      '[playlist a.m3u8 0-0s]',
    ]);
  });
});

describe('a playlist beyond the limits', () => {
  it('is refused for a line of more than 32,768 characters', async () => {
    const title = `#EXTINF:1,${'x'.repeat(32_768 - 10)}`;
    expect(await rewrite([title], false)).toEqual(['#EXTINF:1,']);
    await expect(rewrite([`${title}x`], false)).rejects.toThrow('a line is too long');
  });

  it('is refused once its sealed text is longer than 32 million characters', async () => {
    const lines = Array.from({ length: 100 }, (_item, index) => `${index}.ts`);
    const written = rewritePlaylist(
      lines.join('\n'),
      { address, isTrial: false, childPath: () => 'x'.repeat(400_000) },
      new AbortController().signal,
    );
    await expect(written).rejects.toThrow('the playlist is too long');
  });
});
