import { describe, expect, it } from 'vitest';
import { readCategories, readChannel, readFilm, readSeries } from './items.ts';

const categories = readCategories([
  { category_id: '1', category_name: 'Deportes' },
  { category_id: 2, category_name: 'Cine' },
  { category_id: '3', category_name: null },
  null,
]);

describe('categories', () => {
  it('have numbers and names of either type, also in an object', () => {
    expect([...categories]).toEqual([
      ['1', 'Deportes'],
      ['2', 'Cine'],
    ]);
    expect([...readCategories({ 0: { category_id: 7, category_name: 'Siete' } })]).toEqual([['7', 'Siete']]);
    expect([...readCategories('<html>')]).toEqual([]);
  });
});

describe('a channel', () => {
  it('is read with its logo, guide, archive and category', () => {
    const value = {
      num: 3,
      name: ' Canal \u0007 Uno ',
      stream_id: 12,
      stream_icon: 'http://img.example/12.png',
      epg_channel_id: 'uno.es',
      category_id: '1',
      tv_archive: 1,
      tv_archive_duration: '7',
    };
    expect(readChannel(value, categories)).toEqual({
      id: '12',
      name: 'Canal Uno',
      category: 'Deportes',
      logo: 'http://img.example/12.png',
      guideId: 'uno.es',
      archiveDays: 7,
      number: 3,
    });
  });

  it.each([
    [{ tv_archive: '1', tv_archive_duration: null }, 1],
    [{ tv_archive: 0, tv_archive_duration: 7 }, 0],
    [{ tv_archive: true, tv_archive_duration: 9_999 }, 365],
  ])('with %j has an archive of %d days', (more, archiveDays) => {
    expect(readChannel({ stream_id: '1', name: 'A', ...more }, categories)).toMatchObject({ archiveDays });
  });

  it.each([9_007_199_254_740_991, '4000000000', -1])('has no number %j, which no column holds', (num) => {
    expect(readChannel({ stream_id: 1, name: 'A', num }, categories)?.number).toBeUndefined();
  });

  it('finds its category among several, or has none', () => {
    const base = { stream_id: 1, name: 'A' };
    expect(readChannel({ ...base, category_ids: [2, 1] }, categories)?.category).toBe('Cine');
    expect(readChannel({ ...base, category_id: null }, categories)?.category).toBeUndefined();
  });

  it.each([
    [{ name: 'A' }],
    [{ stream_id: 1, name: null }],
    [{ stream_id: '../1', name: 'A' }],
    [{ stream_id: '', name: 'A' }],
    [null],
    ['text'],
  ])('is not read from %j', (value) => {
    expect(readChannel(value, categories)).toBeUndefined();
  });

  it.each(['javascript:alert(1)', 'http://ana:clave@img.example/1.png', 'nada', 7, null])(
    'has no logo where its address is %j',
    (address) => {
      expect(
        readChannel({ stream_id: 1, name: 'A', stream_icon: address }, categories)?.logo,
      ).toBeUndefined();
    },
  );
});

describe('a film', () => {
  it('is read with what is known of it', () => {
    const value = {
      stream_id: '9',
      name: 'El faro',
      stream_icon: 'https://img.example/9.jpg',
      category_id: 2,
      container_extension: '.MKV',
      plot: 'Una farera.',
      genre: 'Drama, Misterio',
      cast: ['Ana', '', 'Luis'],
      director: 'Eva',
      release_date: '2024-03-01',
      rating: '7.5',
      duration: '01:42:07',
      backdrop_path: ['https://img.example/9b.jpg'],
      youtube_trailer: 'https://www.youtube.com/watch?v=abcdefghijk',
    };
    expect(readFilm(value, categories)).toEqual({
      id: '9',
      name: 'El faro',
      category: 'Cine',
      poster: 'https://img.example/9.jpg',
      backdrop: 'https://img.example/9b.jpg',
      plot: 'Una farera.',
      genres: ['Drama', 'Misterio'],
      cast: ['Ana', 'Luis'],
      director: 'Eva',
      year: 2024,
      rating: 7.5,
      durationSeconds: 6127,
      trailerId: 'abcdefghijk',
      extension: 'mkv',
    });
  });

  it.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: '11' }, 'rating'],
    [{ rating: 'N/A' }, 'rating'],
    [{ year: '0' }, 'year'],
    [{ backdrop_path: '' }, 'backdrop'],
    [{ duration: '1:99:00' }, 'durationSeconds'],
    [{ youtube_trailer: 'corto' }, 'trailerId'],
  ])('with %j has no %s', (more, field) => {
    expect(readFilm({ stream_id: 1, name: 'A', ...more }, categories)).toMatchObject({ [field]: undefined });
  });

  it('is an mp4 where its extension is missing or no extension', () => {
    for (const extension of [undefined, '', 'a/b', 'demasiado'])
      expect(
        readFilm({ stream_id: 1, name: 'A', container_extension: extension }, categories)?.extension,
      ).toBe('mp4');
  });
});

it('a series tells when its chapters changed', () => {
  const value = { series_id: 4, name: 'Serie', last_modified: '1700000000', episode_run_time: '45' };
  expect(readSeries(value, categories)).toMatchObject({
    id: '4',
    changedAt: new Date(1_700_000_000_000),
    durationSeconds: 2700,
  });
});

it('texts hold no half characters', () => {
  expect(readFilm({ stream_id: 1, name: 'A\ud83d b', plot: '\ude00' }, categories)).toMatchObject({
    name: 'A b',
    plot: undefined,
  });
});

it('texts are cut at 8,192 characters', () => {
  const plot = 'a'.repeat(100_000);
  expect(readFilm({ stream_id: 1, name: 'A', plot }, categories)?.plot).toHaveLength(8_192);
});
