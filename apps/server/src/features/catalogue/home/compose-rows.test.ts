import type { ChannelCard, VideoCard } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { chooseBillboard } from './choose-billboard.ts';
import { composeRows, type Offer, type ShownAbove } from './compose-rows.ts';

const day = '2026-03-01';
const video = (title: string, more: Partial<VideoCard> = {}): VideoCard => ({
  _id: title,
  title,
  description: '',
  tipo: 'pelicula',
  subtipo: null,
  mainSection: 'POR_GENERO',
  subcategoria: null,
  genres: [],
  releaseYear: null,
  rating: null,
  thumbnail: null,
  backdrop: null,
  trailerUrl: null,
  isFeatured: false,
  seasonCount: 0,
  chapterCount: 0,
  locked: false,
  ...more,
});
const channel = (name: string, section = 'General', more: Partial<ChannelCard> = {}): ChannelCard => ({
  _id: name,
  name,
  description: '',
  section,
  logo: null,
  colour: null,
  number: 1,
  isFeatured: false,
  locked: false,
  ...more,
});

/** Makes a list of items whose names begin with the letters of the alphabet in turn. */
const many = <T>(count: number, make: (name: string, index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) =>
    make(`${String.fromCharCode(65 + (index % 26))}bo número ${index}`, index),
  );

const nothing: ShownAbove = { videos: [], channels: [], kinds: [] };
const compose = (offer: Partial<Offer>, above: Partial<ShownAbove> = {}, wanted = 8) =>
  composeRows(
    { videos: [], playedVideos: [], playedChannels: [], sections: [], day, ...offer },
    { ...nothing, ...above },
    wanted,
  );
const headings = (rows: ReturnType<typeof compose>) => rows.map(({ heading }) => heading);
const titlesIn = (rows: ReturnType<typeof compose>) =>
  rows.flatMap(({ videos }) => videos.map(({ title }) => title));

describe('the composed rows of the home page', () => {
  it('fill a page from names alone: a daily choice, first letters, and channels between them', () => {
    const rows = compose({
      videos: many(200, (name) => video(name)),
      sections: [many(60, (name) => channel(name))],
    });
    expect(headings(rows)).toEqual([
      'Canales en vivo',
      'Para descubrir hoy',
      'Títulos de la A a la B',
      expect.stringMatching(/^Canales de la A/),
      expect.stringMatching(/^Títulos de la /),
      expect.stringMatching(/^Títulos de la /),
      expect.stringMatching(/^Canales de la /),
      expect.stringMatching(/^Títulos de la /),
    ]);
  });

  it('show no title twice, neither in two rows nor in a row above them, and a copy counts as its title', () => {
    const films = many(120, (name, index) =>
      video(name, { genres: [['Drama', 'Terror', 'Comedia'][index % 3]!], releaseYear: 1980 + (index % 40) }),
    );
    const copies = films.slice(0, 60).map((film) => ({ ...film, _id: `copia ${film._id}` }));
    const above = films.slice(0, 15);
    const titles = titlesIn(compose({ videos: [...films, ...copies] }, { videos: above }));
    expect(new Set(titles).size).toBe(titles.length);
    expect(above.filter(({ title }) => titles.includes(title))).toEqual([]);
  });

  it('have four to fifteen cards each', () => {
    const films = many(90, (name, index) => video(name, { genres: [index < 3 ? 'Western' : 'Drama'] }));
    const rows = compose({ videos: films, sections: [many(3, (name) => channel(name, 'Cine'))] });
    const lengths = rows.map(({ videos, channels }) => videos.length + channels.length);
    expect(lengths.filter((length) => length < 4 || length > 15)).toEqual([]);
    expect(headings(rows)).not.toContain('Western');
    expect(headings(rows)).not.toContain('En vivo: Cine');
  });

  it('are none where every title is shown above', () => {
    const films = many(12, (name) => video(name, { genres: ['Drama'] }));
    expect(compose({ videos: films }, { videos: films })).toEqual([]);
  });

  it('name kinds, genres, categories and decades in turn', () => {
    const films = many(80, (name, index) =>
      video(name, { genres: index < 20 ? ['Terror'] : [], releaseYear: index < 40 ? null : 1985 }),
    );
    const shows = many(40, (name) => video(`Serie ${name}`, { tipo: 'serie', subcategoria: 'Netflix' }));
    const old = many(5, (name) => video(`Muda ${name}`, { releaseYear: 1927 }));
    const rows = compose({ videos: [...films, ...shows, ...old] }, { kinds: ['pelicula'] });
    expect(headings(rows).slice(0, 6)).toEqual([
      'Series',
      'Terror',
      'Para descubrir hoy',
      'Netflix',
      'De los años 80',
      expect.any(String),
    ]);
  });

  it('begin with what is played most, even if a row above shows it too', () => {
    const films = many(30, (name) => video(name));
    const [row] = compose(
      { videos: films, playedVideos: films.slice(0, 5) },
      { videos: films.slice(0, 15), channels: [channel('Uno')] },
    );
    expect([row?.heading, titlesIn([row!])]).toEqual([
      'Lo más visto',
      films.slice(0, 5).map(({ title }) => title),
    ]);
  });

  it('show pictured titles first', () => {
    const films = many(20, (name, index) => video(name, { thumbnail: index < 18 ? null : '/p.webp' }));
    const [row] = compose({ videos: films });
    expect(row?.videos.slice(0, 3).map(({ thumbnail }) => thumbnail)).toEqual(['/p.webp', '/p.webp', null]);
  });

  it('put rows in which the plan opens nothing after the others, with their locks', () => {
    const rows = compose({
      videos: many(40, (name) => video(name)),
      sections: [many(20, (name) => channel(name, 'Noticias', { locked: true }))],
    });
    expect(headings(rows).at(0)).toBe('Para descubrir hoy');
    expect(headings(rows)).toContain('En vivo: Noticias');
    const firstLocked = headings(rows).indexOf('En vivo: Noticias');
    expect(rows.slice(firstLocked).every(({ channels }) => channels.length > 0)).toBe(true);
  });

  it('are chosen anew each day where nothing but chance decides', () => {
    const films = many(200, (name) => video(name));
    const today = titlesIn(compose({ videos: films }, {}, 1));
    expect(titlesIn(compose({ videos: films }, {}, 1))).toEqual(today);
    expect(titlesIn(compose({ videos: films, day: '2026-03-02' }, {}, 1))).not.toEqual(today);
  });
});

describe('the billboard of the home page', () => {
  const bare = video('Sin imagen');
  const poster = video('Con cartel', { thumbnail: '/p.webp' });
  const wide = video('Con fondo', { backdrop: '/f.webp' });
  const locked = { ...wide, _id: 'cerrada', title: 'Cerrada', locked: true };

  it.each([
    ['the newest featured title with a backdrop', [poster, wide, locked], [], 'Con fondo'],
    ['a featured title with a poster where none has a backdrop', [bare, poster], [wide], 'Con cartel'],
    ['a featured title without any picture before others that have one', [bare], [wide], 'Sin imagen'],
    ['a title with a backdrop where nothing is featured', [], [bare, poster, wide], 'Con fondo'],
    ['a title with a poster where none has a backdrop', [], [bare, poster], 'Con cartel'],
    [
      'a title that the plan opens before a locked one with a better picture',
      [],
      [locked, poster],
      'Con cartel',
    ],
    ['a locked title where the plan opens none', [], [locked], 'Cerrada'],
    ['a title without any picture where none has one', [], [bare], 'Sin imagen'],
    ['none without titles', [], [], undefined],
  ])('is %s', (_, featured, others, title) => {
    expect(chooseBillboard(featured, others, day)?.title).toBe(title);
  });

  it('is another title each day where nothing is featured', () => {
    const films = many(12, (name) => video(name, { backdrop: '/f.webp' }));
    const days = many(9, (_, index) => chooseBillboard([], films, `2026-03-0${index + 1}`)?.title);
    expect(new Set(days).size).toBeGreaterThan(2);
  });
});
