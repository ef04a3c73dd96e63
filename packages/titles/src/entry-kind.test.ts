import { describe, expect, it } from 'vitest';
import { judgeKind, type KindEvidence } from './entry-kind.ts';

const judge = (more: Partial<KindEvidence>) =>
  judgeKind({
    address: 'http://p.tv/s/7101',
    statedType: undefined,
    durationSeconds: null,
    chapter: 'none',
    hasYear: false,
    groupWord: undefined,
    ...more,
  });

describe('the kind of an entry', () => {
  it.each([
    ['http://p.tv/series/u/p/1.mkv', 'none', 'episode'],
    ['http://p.tv/SERIES/u/p/1', 'none', 'episode'],
    ['http://p.tv/movie/u/p/1', 'certain', 'episode'],
    ['http://p.tv/movie/u/p/1', 'likely', 'movie'],
    ['http://p.tv/movie/u/p/1', 'none', 'movie'],
    ['http://p.tv/live/u/p/1.mp4', 'certain', 'live'],
    ['http://p.tv/a.mp4?token=1', 'none', 'movie'],
    ['http://p.tv/a.MKV#t=1', 'none', 'movie'],
    ['http://p.tv/a.mp4', 'certain', 'episode'],
    ['http://p.tv/a.mp4', 'number', 'movie'],
    ['http://p.tv/a', 'certain', 'episode'],
    ['http://p.tv/a', 'likely', 'episode'],
    ['http://p.tv/a.m3u8', 'number', 'live'],
    ['http://p.tv/a.m3u8', 'none', 'live'],
    ['http://p.tv/play?file=a.mp4', 'none', 'live'],
    ['http://p.tv/play?dir=/movie/', 'none', 'live'],
    ['rtmp://p.tv/canal', 'none', 'live'],
  ] as const)('at %s with the chapter evidence «%s» is %s', (address, chapter, kind) => {
    expect(judge({ address, chapter }).kind).toBe(kind);
  });

  it('is a film at the address of a film in a group of films, whatever its title', () => {
    const film = { address: 'http://p.tv/movie/u/p/1.mkv', groupWord: 'cinema', chapter: 'certain' } as const;
    expect(judge(film).kind).toBe('movie');
  });

  it.each([
    ['movie', 'movie'],
    ['Movies', 'movie'],
    ['series', 'episode'],
    ['TV Shows', 'episode'],
    ['VOD', 'movie'],
    ['live', 'live'],
    ['otro', 'live'],
  ])('follows the stated type %s where the address says nothing: %s', (statedType, kind) => {
    expect(judge({ statedType }).kind).toBe(kind);
  });

  it.each([
    [{ groupWord: 'movie', hasYear: true }, 'movie'],
    [{ groupWord: 'on_demand', hasYear: true }, 'movie'],
    [{ groupWord: 'cinema', durationSeconds: 5_400 }, 'movie'],
    [{ groupWord: 'series' }, 'live'],
    [{ groupWord: 'cinema' }, 'live'],
    [{ hasYear: true }, 'live'],
    [{ durationSeconds: 30 }, 'live'],
    [{ groupWord: 'movie', hasYear: true, statedType: 'live' }, 'live'],
    [{ groupWord: 'cinema', hasYear: true, chapter: 'likely' }, 'movie'],
    [{ groupWord: 'series', chapter: 'number', address: 'http://p.tv/a.mkv' }, 'episode'],
  ] as const)('of %o is %s', (evidence, kind) => {
    expect(judge(evidence).kind).toBe(kind);
  });

  it('is doubtful where only its group, or only a chapter number, says so, with the reason', () => {
    expect(judge({ groupWord: 'movie', hasYear: true }).doubt).toBe(
      'Parece una película por su grupo y su año, pero su dirección no lo dice.',
    );
    expect(judge({ chapter: 'likely' }).doubt).toBe(
      'Parece un capítulo por su número de capítulo, pero su dirección no lo dice.',
    );
    expect(judge({ groupWord: 'movie' }).doubt).toBe('Queda como canal, aunque su grupo diría otra cosa.');
  });

  it('is sure where the address says so, and for a usual channel', () => {
    const sure = [
      { address: 'http://p.tv/movie/u/p/1' },
      { statedType: 'movie' },
      {},
      { groupWord: 'cinema' },
    ] as const;
    for (const evidence of sure) expect(judge(evidence).doubt).toBeUndefined();
    expect(judge({ address: 'http://p.tv/movie/u/p/1' }).score).toBeGreaterThan(
      judge({ groupWord: 'movie', hasYear: true }).score,
    );
  });
});
