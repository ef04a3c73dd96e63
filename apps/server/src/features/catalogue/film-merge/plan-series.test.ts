import { describe, expect, it } from 'vitest';
import { groupFilms as groupMembers, type Film } from './plan-series.ts';
import { readChapterTitle } from './read-chapter-title.ts';
import { folderOf, nameOfFolder, nameOfGroup, nameOfImage } from './series-evidence.ts';

const groupFilms = (films: readonly Film[]) =>
  groupMembers(
    films.flatMap((each) => {
      const chapter = readChapterTitle(each.title);
      return chapter === undefined ? [] : [{ film: each, chapter }];
    }),
  );

let count = 0;
const film = (title: string, more: Partial<Film> = {}): Film => {
  count += 1;
  return {
    id: String(count).padStart(6, '0'),
    title,
    address: `http://a.tv/${count}.mp4`,
    providerKey: null,
    groupTitle: null,
    image: null,
    hasTwin: false,
    ...more,
  };
};

const summary = (films: readonly Film[]) =>
  groupFilms(films).map(({ key, name, year, chapters }) => [
    key.startsWith('set:') ? 'set' : key,
    name,
    year,
    chapters.map(({ chapter }) => `${chapter.seasonNumber}x${chapter.chapterNumber} ${chapter.title}`),
  ]);

describe('a film that is a chapter', () => {
  it.each([
    ['1x11 La llegada', '', 1, 11, 'La llegada'],
    ['El faro 2x03', 'El faro', 2, 3, 'Capítulo 3'],
    ['El faro S01E249 - El final', 'El faro', 1, 249, 'El final'],
    ['La casa T1 E4', 'La casa', 1, 4, 'Capítulo 4'],
    ['Betty, la fea Temporada 2 Capítulo 7', 'Betty, la fea', 2, 7, 'Capítulo 7'],
    ['El faro S00E01 Especial', 'El faro', 0, 1, 'Especial'],
    ['7x23-24', '', 7, 23, 'Capítulos 23-24'],
  ])('is recognised: %s', (title, seriesName, seasonNumber, chapterNumber, chapterTitle) => {
    expect(readChapterTitle(title)).toMatchObject({
      seriesName,
      seasonNumber,
      chapterNumber,
      title: chapterTitle,
    });
  });

  it.each([
    'Star Wars: Episodio 5 - El imperio contraataca',
    'It: Capítulo 2',
    'John Wick: Capítulo 4',
    '4x4',
    '16x9',
    'Video 1920x1080',
    '1917',
    'Temporada de patos',
    'La Season del amor',
    'Rocky II',
  ])('is not recognised in %s', (title) => expect(readChapterTitle(title)).toBeUndefined());
});

describe('finding the series of a chapter', () => {
  it('goes by the title regardless of spelling, and by the year where there is one', () => {
    expect(
      summary([
        film('El Faro 1x01'),
        film('EL FARO S01E02'),
        film('Dinastía (1981) 1x01'),
        film('Dinastía (2017) 1x01'),
        film('Casablanca'),
      ]),
    ).toEqual([
      ['name:dinastia (1981)', 'Dinastía', 1981, ['1x1 Capítulo 1']],
      ['name:dinastia (2017)', 'Dinastía', 2017, ['1x1 Capítulo 1']],
      ['name:el faro', 'El Faro', undefined, ['1x1 Capítulo 1', '1x2 Capítulo 2']],
    ]);
  });

  it('goes by a group that names one series, and joins films with that name in their title', () => {
    expect(
      summary([
        film('1x01 Uno', { groupTitle: 'SERIES | La casa del lago' }),
        film('1x02 Dos', { groupTitle: 'La casa del lago Temporada 1' }),
        film('La casa del lago 1x03'),
      ]),
    ).toEqual([
      ['name:la casa del lago', 'La casa del lago', undefined, ['1x3 Capítulo 3', '1x1 Uno', '1x2 Dos']],
    ]);
  });

  it('ignores groups named after a kind or a service, and groups that hold several series', () => {
    const groups = ['SERIES NETFLIX', 'PELÍCULAS', 'CINE ESTRENOS 2023', 'Undefined', '', '2024', 'Novelas'];
    expect(groups.map(nameOfGroup)).toEqual(groups.map(() => ''));
    const two = ['Mi lista', 'Mi lista'].flatMap((groupTitle, series) =>
      [1, 2, 3].map((chapter) => film(`1x0${chapter} Serie ${series} parte ${chapter}`, { groupTitle })),
    );
    expect(summary(two).map(([kind]) => kind)).toEqual(Array.from({ length: 6 }, () => 'set'));
  });

  it('keeps a group together whose chapters exist in two languages', () => {
    const films = [1, 2].flatMap((chapter) => [
      film(`1x0${chapter} Título ${chapter} [LAT]`, { groupTitle: 'El faro' }),
      film(`1x0${chapter} Título ${chapter} [SUB]`, { groupTitle: 'El faro' }),
    ]);
    expect(summary(films).map(([key]) => key)).toEqual(['name:el faro']);
  });

  it('goes by an image or a folder that several films share', () => {
    expect(
      summary([
        film('1x01 A', { image: 'http://i.tv/logos/la-casa_de-papel.png' }),
        film('1x02 B', { image: 'http://i.tv/logos/la-casa_de-papel.png' }),
        film('1x01 C', { address: 'http://v.tv/series/Marea%20alta/Temporada%201/01.mp4' }),
        film('1x02 D', { address: 'http://v.tv/series/Marea%20alta/Temporada%201/02.mp4' }),
        film('1x01 E', { image: 'http://i.tv/logo.png', address: 'http://v.tv/1.mp4' }),
      ]).map(([key, name]) => [key, name]),
    ).toEqual([
      ['name:la casa de papel', 'La casa de papel'],
      ['name:marea alta', 'Marea alta'],
      ['set', ''],
    ]);
  });

  it('leaves a set without a name when there is no evidence; films with one image are one set', () => {
    const image = 'http://i.tv/8f3a9c0d11e2.png';
    expect(
      summary([film('1x01 A', { image }), film('1x02 B', { image }), film('3x09 C')]).map(
        ([kind, name, , chapters]) => [kind, name, (chapters as string[]).length],
      ),
    ).toEqual([
      ['set', '', 2],
      ['set', '', 1],
    ]);
  });

  it('gives the same keys every time', () => {
    const films = [film('1x01 A'), film('El faro 1x01'), film('1x02 B', { groupTitle: 'Marea' })];
    expect(groupFilms(films).map(({ key }) => key)).toEqual(groupFilms(films).map(({ key }) => key));
  });
});

describe('evidence for the name of a series', () => {
  it('is read from the file name of an image, but not from numbers, hashes and general words', () => {
    expect(nameOfImage('https://i.tv/a/el_gran-hotel-poster.jpg?x=1')).toBe('El gran hotel');
    for (const file of ['logo.png', '12345.jpg', 'poster.webp', 'd41d8cd98f00b204e9800998ecf8427e.png']) {
      expect(nameOfImage(`https://i.tv/${file}`)).toBe('');
    }
  });

  it('is not read from a folder in which a provider keeps everything', () => {
    expect(folderOf('http://p.tv/movie/u/p/7.mkv', 'movie:7')).toBeUndefined();
    expect(folderOf('http://p.tv/7.mkv', null)).toBeUndefined();
    expect(nameOfFolder(folderOf('http://p.tv/vod/Los%20pazos/S01/7.mkv', null) ?? '')).toBe('Los pazos');
    expect(nameOfFolder('http://p.tv/%E0%A4%A')).toBe('');
  });
});
