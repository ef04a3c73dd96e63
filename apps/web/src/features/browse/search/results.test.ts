import type { ChannelCard, VideoCard } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { readResults } from './results.ts';

const videoOf = (title: string, tipo: string, given: object = {}) =>
  ({ _id: `${tipo} ${title}`, title, tipo, ...given }) as unknown as VideoCard;
const channelOf = (name: string, given: Partial<ChannelCard> = {}) =>
  ({ _id: name, name, section: 'Cine', logo: null, colour: null, locked: false, ...given }) as ChannelCard;

const read = (term: string, videos: VideoCard[], channels: ChannelCard[] = []) =>
  readResults({ channels, videos, chapters: [] }, term);
const titles = (term: string, ...given: string[]) =>
  read(
    term,
    given.map((title) => videoOf(title, 'serie')),
  )[0]?.results.map(({ title }) => title);
const only = (term: string, video: VideoCard) => read(term, [video])[0]?.results[0];

describe('the results of a search', () => {
  it('are grouped by type in the order of the navigation, without empty groups', () => {
    const tipos = ['otra cosa', 'zona kids', 'documental', 'novela', 'dorama', 'anime', 'serie', 'pelicula'];
    const found = read(
      'mar',
      tipos.map((tipo) => videoOf('Mar', tipo)),
      [channelOf('Mar TV')],
    );
    expect(found.map(({ label }) => label)).toEqual([
      'Canales',
      'Películas',
      'Series',
      'Animes',
      'Doramas',
      'Novelas',
      'Documentales',
      'Zona Kids',
      'Otros',
    ]);
    expect(read('mar', [videoOf('Mar', 'anime')]).map(({ label }) => label)).toEqual(['Animes']);
    expect(read('mar', [])).toEqual([]);
  });

  it('include every video, whatever type the server names', () => {
    const tipos = ['movie', 'series', 'Película', 'PELICULA', '', 'concierto'];
    const found = read(
      'mar',
      tipos.map((tipo) => videoOf('Mar', tipo)),
    );
    expect(found.flatMap(({ results }) => results)).toHaveLength(tipos.length);
    expect(found.map(({ label }) => label)).toEqual(['Películas', 'Series', 'Otros']);
  });

  it('keep the order of the server, which knows «Rocky II» by «rocky 2»', () => {
    expect(titles('rocky 2', 'Rocky II', 'Rocky 2000', 'Otro')).toEqual(['Rocky II', 'Rocky 2000', 'Otro']);
  });

  it('have a caption with type and year as far as they are known', () => {
    const captionOf = (tipo: string, given: object) => only('mar', videoOf('Mar', tipo, given))?.caption;
    expect(captionOf('serie', { releaseYear: 2024 })).toBe('Serie · 2024');
    expect(captionOf('serie', { releaseYear: null })).toBe('Serie');
    expect(captionOf('', { releaseYear: 2024 })).toBe('2024');
  });
});

describe('the results of a corrected search', () => {
  it('are marked by the corrected text', () => {
    const videos = [videoOf('Noche', 'pelicula', { description: 'En Metrópolis.' })];
    const found = readResults({ channels: [], videos, chapters: [], corrected: 'metrópolis' }, 'metroplis');
    expect(found[0]?.results[0]?.excerpt).toBe('En Metrópolis.');
  });
});

describe('the chapters and genres among the results', () => {
  const series = videoOf('Costa brava', 'serie', { requiresPlan: [], locked: true });
  const chapter = {
    _id: 'c1',
    title: 'La tormenta',
    seasonNumber: 2,
    chapterNumber: 3,
    seasonIndex: 1,
    chapterIndex: 2,
    video: series,
  };

  it('are chapters with which their series opens, last, and are locked as it is', () => {
    const found = readResults(
      { channels: [channelOf('Tormenta TV')], videos: [], chapters: [chapter] },
      'tormenta',
    );
    expect(found.map(({ label }) => label)).toEqual(['Canales', 'Capítulos']);
    const [result] = found[1]?.results ?? [];
    expect(result).toMatchObject({
      key: 'chapter-c1',
      title: 'La tormenta',
      caption: 'Costa brava · T2 · E3',
      locked: true,
      card: { title: 'Costa brava' },
    });
    expect(result?.linkFrom('/buscar?q=tormenta')).toMatchObject({
      to: '/watch/serie/serie%20Costa%20brava',
      state: { from: '/buscar?q=tormenta', seasonIndex: 1, chapterIndex: 2 },
    });
  });

  it('name the genre of a title that the search named, unless its title holds the words', () => {
    const captionOf = (title: string) =>
      only('terror', videoOf(title, 'pelicula', { genres: ['Drama', 'Terror'], releaseYear: 1922 }))?.caption;
    expect(captionOf('Nosferatu')).toBe('Película · 1922 · Terror');
    expect(captionOf('Noche de terror')).toBe('Película · 1922');
  });
});

describe('the excerpt of a description', () => {
  const excerptOf = (term: string, description: string, title = 'El faro') =>
    only(term, videoOf(title, 'serie', { description }))?.excerpt;

  it('is shown when the title lacks the words, from the beginning if they are near it', () => {
    expect(excerptOf('isla', 'Una isla sin nombre.')).toBe('Una isla sin nombre.');
  });

  it('begins at a whole word before a match that is far into the description', () => {
    const long = `${'palabra '.repeat(10)}y por fin la isla sin nombre`;
    const excerpt = excerptOf('isla', long);
    expect(excerpt).toMatch(/^…(?:palabra )+y por fin la isla sin nombre$/);
    expect(long.endsWith(excerpt?.slice(1) ?? '-')).toBe(true);
  });

  it('begins at the match when no word ends before it', () => {
    expect(excerptOf('isla', `${'x'.repeat(50)}isla`)).toBe('…isla');
  });

  it.each([
    ['faro', 'Un faro en una isla.'],
    ['nada', 'Una isla sin nombre.'],
    ['isla', ''],
  ])('is not shown for the term «%s» in «%s»', (term, description) => {
    expect(excerptOf(term, description)).toBeUndefined();
  });
});

describe('a channel among the results', () => {
  it('links to its watch page with the state that is shown first there, and has no card to prefetch', () => {
    const [group] = read(
      'plaza',
      [],
      [channelOf('Plaza', { logo: '/l.webp', colour: '#123456', locked: true })],
    );
    const [result] = group?.results ?? [];
    expect(result).toMatchObject({
      key: 'channel-Plaza',
      caption: 'Canal · Cine',
      imageUrl: '/l.webp',
      colour: '#123456',
      locked: true,
      card: undefined,
    });
    expect(result?.linkFrom('/series?buscar=x')).toEqual({
      to: '/watch/channel/Plaza',
      state: {
        from: '/series?buscar=x',
        title: 'Plaza',
        logo: '/l.webp',
        colour: '#123456',
        lineup: { name: 'la búsqueda «plaza»', channels: [expect.objectContaining({ _id: 'Plaza' })] },
      },
    });
  });

  it('has no image when it has no logo', () => {
    expect(read('plaza', [], [channelOf('Plaza')])[0]?.results[0]?.imageUrl).toBeNull();
  });
});
