import { describe, expect, it } from 'vitest';
import { guessKind } from './guess-kind.ts';

describe('guessKind', () => {
  it.each([
    ['http://p.tv/series/u/p/1.mkv', 'Reis', 'episode'],
    ['http://p.tv/SERIES/u/p/1', 'Reis', 'episode'],
    ['http://p.tv/movie/u/p/1', 'Reis S01E02', 'episode'],
    ['http://p.tv/movie/u/p/1', 'Duna', 'movie'],
    ['http://p.tv/live/u/p/1.mp4', 'Reis S01E02', 'live'],
    ['http://p.tv/a.mp4?token=1', 'Duna', 'movie'],
    ['http://p.tv/a.MKV#t=1', 'Duna', 'movie'],
    ['http://p.tv/a.mp4', 'Reis 1x02', 'episode'],
    ['http://p.tv/a', 'Reis 1x02', 'episode'],
    ['http://p.tv/a.m3u8', 'CINE PREMIUM', 'live'],
    ['http://p.tv/play?file=a.mp4', 'Canal', 'live'],
    ['http://p.tv/play?dir=/movie/', 'Canal', 'live'],
    ['rtmp://p.tv/canal', 'Canal', 'live'],
  ] as const)('takes %s «%s» for %s', (address, title, kind) => {
    expect(guessKind({ address, title })).toBe(kind);
  });

  it('uses the parsed title when one is given', () => {
    const entry = { address: 'http://p.tv/a.mp4', title: 'Reis S01E02' };
    expect(guessKind(entry, { episode: undefined })).toBe('movie');
    expect(guessKind({ ...entry, title: 'Duna' }, { episode: 3 })).toBe('episode');
  });
});
