import { describe, expect, it } from 'vitest';
import { readChapters } from './series-chapters.ts';

const chapter = (id: number | string, more: object = {}) => ({ id, title: `Capítulo ${id}`, ...more });
const places = (episodes: unknown) =>
  readChapters({ episodes }).map(({ id, seasonNumber, number }) => [id, seasonNumber, number]);

describe('the chapters of a series', () => {
  it('are read from an object of seasons', () => {
    const episodes = {
      2: [chapter('21', { episode_num: 1 })],
      1: [chapter(12, { episode_num: '2' }), chapter(11, { episode_num: 1 })],
    };
    expect(places(episodes)).toEqual([
      ['11', 1, 1],
      ['12', 1, 2],
      ['21', 2, 1],
    ]);
  });

  it('are read from an array of seasons, and from one array', () => {
    const first = chapter(1, { season: 1, episode_num: 1 });
    const second = chapter(2, { season: '2', episode_num: 1 });
    const expected = [
      ['1', 1, 1],
      ['2', 2, 1],
    ];
    expect(places([[first], [second]])).toEqual(expected);
    expect(places([first, second])).toEqual(expected);
  });

  it('are read from a season whose chapters are an object', () => {
    expect(places({ 3: { 0: chapter(1, { episode_num: 1 }) } })).toEqual([['1', 3, 1]]);
  });

  it('keep season 0, and belong to the season that they name themselves', () => {
    expect(
      places({ 0: [chapter(1, { episode_num: 1 })], 5: [chapter(2, { season: 4, episode_num: 1 })] }),
    ).toEqual([
      ['1', 0, 1],
      ['2', 4, 1],
    ]);
  });

  it('have the place of their order where they have no number', () => {
    expect(places({ 1: [chapter(1), chapter(2, { episode_num: 9_007_199_254_740_991 })] })).toEqual([
      ['1', 1, 1],
      ['2', 1, 2],
    ]);
  });

  it('are read once each, and without those that have no number of the provider', () => {
    expect(
      places({ 1: [chapter(1), chapter(1), chapter('a/b'), null, 'x', { title: 'sin número' }] }),
    ).toEqual([['1', 1, 1]]);
  });

  it('tell their plot, picture, length and rating', () => {
    const info = {
      plot: 'Algo pasa.',
      movie_image: 'http://img.example/c.jpg',
      duration_secs: '2520',
      rating: 8,
    };
    expect(readChapters({ episodes: { 1: [chapter(1, { info, container_extension: 'mkv' })] } })).toEqual([
      {
        id: '1',
        title: 'Capítulo 1',
        seasonNumber: 1,
        number: 1,
        extension: 'mkv',
        plot: 'Algo pasa.',
        still: 'http://img.example/c.jpg',
        durationSeconds: 2520,
        rating: 8,
      },
    ]);
    expect(readChapters({ episodes: { 1: [chapter(1, { info: [] })] } })[0]).toMatchObject({
      plot: undefined,
    });
  });

  it.each([[undefined], [null], [''], [[]], [{}], [{ episodes: null }], [{ episodes: 'x' }]])(
    'are none in %j',
    (body) => {
      expect(readChapters(body)).toEqual([]);
    },
  );

  it('are 20,000 at most', () => {
    const many = Array.from({ length: 30_000 }, (_chapter, index) => chapter(index + 1));
    expect(readChapters({ episodes: { 1: many } })).toHaveLength(20_000);
  });
});
