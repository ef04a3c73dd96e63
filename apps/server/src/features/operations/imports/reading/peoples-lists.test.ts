import { readPlaylist } from '@butaca/m3u';
import { describe, expect, it } from 'vitest';
import type { KeptGroupChoice } from '../../../../shared/provider/list-provider.ts';
import { playlistFormat } from './list-format.ts';
import { compareNeighbours } from './list-neighbours.ts';
import type { StagedEntry } from './staged-entry.ts';

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(lines.join('\n'));
}

/** Reads a list as an import without any choice does. */
const read = (...lines: string[]): Promise<StagedEntry[]> => readWith([], ...lines);

async function readWith(choices: readonly KeptGroupChoice[], ...lines: string[]): Promise<StagedEntry[]> {
  const chosen = new Map(choices.map((choice) => [choice.group, choice]));
  const format = playlistFormat({ kind: 'mixed', choices: chosen }, 'list.no_entries');
  const found: StagedEntry[] = [];
  const batches = readPlaylist(bytesOf(lines));
  for await (const compared of compareNeighbours(batches, (item) => format.describe(item))) {
    for (const { item, neighbours } of compared) {
      const staged = format.toStaged(item, found.length + 1, neighbours);
      if (staged !== undefined) found.push(staged);
    }
  }
  return found;
}

let made = 0;
const entry = (title: string, attributes = '', address = `http://p.example/s/${(made += 1)}`): string[] => [
  `#EXTINF:-1 ${attributes},${title}`,
  address,
];
const film = (title: string, group = 'CINE'): string[] =>
  entry(title, `group-title="${group}"`, `http://p.example/movie/u/p/${(made += 1)}.mkv`);
const chapter = (title: string, group: string): string[] =>
  entry(title, `group-title="${group}"`, `http://p.example/series/u/p/${(made += 1)}.mkv`);

describe('a list as people write it', () => {
  it('has films at addresses that do not say so', async () => {
    const found = await read(
      ...entry('Okja (2017)', 'tvg-type="movies" group-title="VOD | NETFLIX"'),
      ...entry('La llamada (2017)', 'group-title="PELICULAS NETFLIX"'),
      ...entry('Truman (2015)', 'group-title="PELIS"', 'http://p.example/vod/truman/index.m3u8'),
      '#EXTINF:5400 group-title="CINE",Camino (2008)',
      'http://p.example/vod/camino/master.m3u8',
      ...entry('TNT SERIES HD', 'group-title="SERIES"'),
      ...entry('CINEMAX HD', 'group-title="CINEMA"'),
    );
    expect(found.map(({ kind, name, year }) => [kind, name, year])).toEqual([
      ['film', 'Okja', 2017],
      ['film', 'La llamada', 2017],
      ['film', 'Truman', 2015],
      ['film', 'Camino', 2008],
      ['channel', 'TNT SERIES HD', null],
      ['channel', 'CINEMAX HD', null],
    ]);
    expect(found.map(({ is_doubtful }) => is_doubtful)).toEqual([false, true, false, false, false, false]);
    expect(found[1]?.doubt).toBe('Parece una película por su grupo y su año, pero su dirección no lo dice.');
  });

  it('has sections by heading, theme and country where its channels are in no group', async () => {
    const found = await read(
      ...entry('La 1 (1080p)', 'tvg-id="La1.es@HD"'),
      ...entry('Canal 24 Horas [Not 24/7]', 'tvg-id="24Horas.es@SD"'),
      ...entry('Canal 5 (720p)', 'tvg-id="Canal5.mx@SD"'),
      ...entry('ESPN 2', 'group-title="Undefined"'),
      ...entry('Antena Local'),
      ...entry('La 2', 'tvg-id="La2.es" group-title="Generalistas"'),
      '#EXTINF:-1,#### PAREO ####',
      'http://p.example/none',
      ...entry('La 1 Canarias', 'tvg-id="La1Canarias.es"'),
    );
    expect(found.map(({ name, section, group_title: group }) => [name, section, group])).toEqual([
      ['La 1', 'España', 'España'],
      ['Canal 24 Horas', 'Noticias', 'Noticias'],
      ['Canal 5', 'México', 'México'],
      ['ESPN 2', 'Deportes', 'Deportes'],
      ['Antena Local', 'General', 'General'],
      ['La 2', 'Generalistas', 'Generalistas'],
      ['La 1 Canarias', 'PAREO', 'PAREO'],
    ]);
  });

  describe('without groups', () => {
    const lines = [
      ...entry('Canal 24 Horas'),
      ...entry('Antena Local'),
      ...entry('El faro', '', 'http://p.example/movie/u/p/faro.mkv'),
      ...entry('Marea - 05', '', 'http://p.example/movie/u/p/marea.mkv'),
    ];
    const kinds = async (choice: KeptGroupChoice) =>
      (await readWith([choice], ...lines)).map(({ kind, group_title: group, chapter }) =>
        chapter === null ? `${kind} ${group}` : `${kind} ${group} ${chapter}`,
      );

    it('has choices for what has no section either, and leaves its channels alone', async () => {
      const rest = { group: '', isRest: true };
      expect(await kinds({ ...rest, isIncluded: false, tipo: 'pelicula' })).toEqual([
        'channel Noticias',
        'channel General',
        'skipped ',
        'skipped ',
      ]);
      expect(await kinds({ ...rest, isIncluded: true, tipo: 'serie' })).toEqual([
        'channel Noticias',
        'channel General',
        'chapter  1',
        'chapter  5',
      ]);
    });

    it('keeps choices that were made for all of it before its channels had sections', async () => {
      expect(await kinds({ group: '', isIncluded: false, tipo: 'canal' })).toEqual([
        'skipped Noticias',
        'skipped General',
        'skipped ',
        'skipped ',
      ]);
      expect(await kinds({ group: '', isIncluded: true, tipo: 'pelicula' })).toEqual([
        'film Noticias',
        'film General',
        'film ',
        'film ',
      ]);
    });
  });

  it('marks what is for adults also where its group is left out', async () => {
    const choice = { group: 'ADULTOS', isIncluded: false, tipo: 'canal' } as const;
    const [found] = await readWith([choice], ...entry('Uno', 'group-title="ADULTOS"'));
    expect(found).toMatchObject({ kind: 'skipped', is_adult: true });
  });

  it('has films whose titles look like a code', async () => {
    const titles = [
      'R.E.D. (2010)',
      'T3 Rebelión (2003)',
      'Ep. 2 El ataque (2002)',
      'Dual (2013)',
      '12x12 (2019)',
      'Parte 3 (2021)',
      '21 gramos',
    ];
    const found = await read(...titles.flatMap((title) => film(title)));
    expect(found.map(({ kind, name, year }) => [kind, name, year])).toEqual([
      ['film', 'R.E.D.', 2010],
      ['film', 'T3 Rebelión', 2003],
      ['film', 'Ep. 2 El ataque', 2002],
      ['film', 'Dual', 2013],
      ['film', '12x12', 2019],
      ['film', 'Parte 3', 2021],
      ['film', '21 gramos', null],
    ]);
  });

  describe('with names that have nothing but a number', () => {
    const numbered = (name: string, count: number) =>
      Array.from({ length: count }, (_none, index) => `${name} ${index + 1}`);
    const file = (title: string, group: string): string[] =>
      entry(title, `group-title="${group}"`, `http://p.example/v/${(made += 1)}.mp4`);
    const placesOf = (found: readonly StagedEntry[]) =>
      found.map(({ kind, name, chapter: number }) => [kind, name, number]);

    it('has a series where neighbours count its chapters, and says where that is doubtful', async () => {
      const found = await read(
        ...numbered('Topacio', 3).flatMap((title) => file(title, 'TELENOVELAS')),
        ...numbered('Leonela', 3).flatMap((title) => file(title, 'VARIOS')),
        ...numbered('Kassandra', 3).flatMap((title) => film(title, 'NOVELAS')),
        ...numbered('Cristal', 3).flatMap((title) => entry(title, 'group-title="TELENOVELAS"')),
        ...file('01 La llegada', 'SERIES | Hierro'),
        ...file('02 El regreso', 'SERIES | Hierro'),
        ...file('03 La partida', 'SERIES | Hierro'),
      );
      const series = ['Topacio', 'Leonela', 'Kassandra', 'Cristal', 'Hierro'];
      expect(placesOf(found)).toEqual(
        series.flatMap((name) => [1, 2, 3].map((number) => ['chapter', name, number])),
      );
      expect(found.map(({ doubt }) => doubt).filter((_doubt, index) => index % 3 === 0)).toEqual([
        null,
        'Parece un capítulo por su número y los de las entradas vecinas, pero nada más lo dice.',
        'Parece un capítulo por su número y los de las entradas vecinas, pero su dirección dice que es una película.',
        'Parece un capítulo por su número de capítulo, las entradas vecinas y su grupo, pero su dirección no lo dice.',
        null,
      ]);
      expect(found.at(-1)).toMatchObject({ tipo: 'serie', chapter_title: 'La partida' });
    });

    it('has sagas of films in groups of films, and numbered channels', async () => {
      const films = ['Rocky', 'Rocky 2', 'Rocky 3', 'Rocky 4', ...numbered('Saw', 10)];
      const channels = [
        'Canal 1',
        'Canal 2',
        'Canal 3',
        'La 1',
        'La 2',
        'PPV 1',
        'PPV 2',
        'PPV 3',
        '24/7 Friends',
      ];
      const inSeries = ['AXN 1', 'AXN 2', 'AXN 3', 'Canal Series 1', 'Canal Series 2', 'Canal Series 3'];
      const found = await read(
        ...films.flatMap((title) => file(title, 'CINE')),
        ...numbered('Toy Story', 4).flatMap((title) => film(title, 'Infantil')),
        ...channels.flatMap((title) => entry(title, 'group-title="NACIONALES"')),
        ...inSeries.flatMap((title) => entry(title, 'group-title="SERIES"')),
      );
      expect(placesOf(found)).toEqual([
        ...[...films, ...numbered('Toy Story', 4)].map((name) => ['film', name, null]),
        ...[...channels, ...inSeries].map((name) => ['channel', name, null]),
      ]);
    });

    it('has the year or the place of films in front of their titles', async () => {
      const films = ['2017 - Coco', '2018 - Roma', '2019 - Klaus'].flatMap((title) => film(title, 'AÑOS'));
      const top = ['1. Tiburón', '2. Tesis (1996)', '3. 12 monos', '4. Volver', '5. Rocky'];
      const found = await read(...films, ...top.flatMap((title) => film(title, 'TOP CINE')));
      expect(found.map(({ name, year }) => [name, year])).toEqual([
        ['Coco', 2017],
        ['Roma', 2018],
        ['Klaus', 2019],
        ['Tiburón', null],
        ['Tesis', 1996],
        ['12 monos', null],
        ['Volver', null],
        ['Rocky', null],
      ]);
    });

    it('lets a person choose otherwise', async () => {
      const list = numbered('Leonela', 3).flatMap((title) => file(title, 'VARIOS'));
      const asFilms = await readWith([{ group: 'VARIOS', isIncluded: true, tipo: 'pelicula' }], ...list);
      expect(placesOf(asFilms)).toEqual(numbered('Leonela', 3).map((name) => ['film', name, null]));
    });

    it('has a bare year only where others of a group of series have one', async () => {
      const years = async (...titles: string[]) =>
        (await read(...titles.flatMap((title) => chapter(title, 'SERIES')))).map(({ name, year }) => [
          name,
          year,
        ]);
      expect(await years('Rebelde 2022', 'Rebelde S01E01')).toEqual([
        ['Rebelde 2022', null],
        ['Rebelde', null],
      ]);
      expect(await years('Rebelde 2022', 'Dark 2017')).toEqual([
        ['Rebelde', 2022],
        ['Dark', 2017],
      ]);
      expect(await years('Rebelde (2022)')).toEqual([['Rebelde', 2022]]);
    });
  });

  it('names the series and the season in the group', async () => {
    const found = await read(
      ...chapter('E01', 'Series | Intriga | Hierro | Temporada 2'),
      ...chapter('E02', 'Series | Intriga | Hierro | Temporada 2'),
      ...chapter('Capítulo 3', 'Hierro - Temporada 2'),
      ...chapter('Episodio 4', 'HIERRO T2'),
    );
    expect(found.map(({ kind, key, season, chapter: number }) => [kind, key, season, number])).toEqual([
      ['chapter', 'hierro', 2, 1],
      ['chapter', 'hierro', 2, 2],
      ['chapter', 'hierro', 2, 3],
      ['chapter', 'hierro', 2, 4],
    ]);
  });

  it('has broken letters, entities and invisible blanks', async () => {
    const found = await read(
      ...entry('CataluÃ±a Directo', 'group-title="InformaciÃ³n"'),
      ...entry('H&amp;M', 'group-title="Moda &amp; Cine"'),
      ...entry('Ni&#241;os TV', 'group-title="Infantil"'),
      ...entry('\u200bLa\u00a05\u200e', 'group-title="Generalistas"'),
      ...film('El a&ntilde;o de los barcos (2014)'),
    );
    expect(found.map(({ name, section, key }) => [name, section ?? key])).toEqual([
      ['Cataluña Directo', 'Información'],
      ['H&M', 'Moda & Cine'],
      ['Niños TV', 'Infantil'],
      ['La 5', 'Generalistas'],
      ['El año de los barcos', 'el ano de los barcos'],
    ]);
  });

  it('has channels whose names look like a code alone, and no rulers', async () => {
    const found = await read(
      ...entry('E24', 'group-title="Noticias"'),
      ...entry('C12', 'group-title="ESPN"'),
      ...entry('##########'),
      ...entry('[ DEPORTES ]'),
      ...entry('TyC'),
      ...entry('Clan', 'group-title="★━━ NIÑOS ━━★"'),
    );
    expect(found.map(({ kind, name, section }) => [kind, name, section])).toEqual([
      ['channel', 'E24', 'Noticias'],
      ['channel', 'C12', 'ESPN'],
      ['channel', 'TyC', 'DEPORTES'],
      ['channel', 'Clan', 'NIÑOS'],
    ]);
  });

  it('has groups that are none, headings, and groups over a block', async () => {
    const found = await read(
      ...entry('Uno', 'group-title="Undefined"'),
      ...entry('Dos', 'group-title="N/A" tvg-id="null" tvg-logo="null"'),
      ...entry('#### MÚSICA ####'),
      ...entry('Tres'),
      '#EXTGRP:Noticias',
      ...entry('Cuatro'),
      ...entry('Cinco'),
      ...entry('Seis', 'group-title="Kids;Animation"'),
    );
    expect(found.map(({ name, section }) => [name, section])).toEqual([
      ['Uno', 'General'],
      ['Dos', 'General'],
      ['Tres', 'MÚSICA'],
      ['Cuatro', 'Noticias'],
      ['Cinco', 'Noticias'],
      ['Seis', 'Kids'],
    ]);
    expect(found[1]).toMatchObject({ tvg_id: null, logo: null });
  });

  it('marks what is for adults', async () => {
    const found = await read(
      ...film('Pasión (2020)', '★ ADULTOS +18 ★'),
      ...chapter('Noches S01E01', 'XXX SERIES'),
      ...entry('Canal Rojo', 'group-title="XXX"'),
      ...entry('Canal Porno', 'group-title="Varios"'),
      ...entry('Adult Swim', 'group-title="Animación"'),
      ...film('Young Adult (2011)'),
      ...entry('Canal 18', 'group-title="Locales"'),
      ...entry('Adultos 1', 'group-title="Varios"'),
      ...film('Eros (2004)'),
      ...film('xXx (2002)'),
    );
    const isAdult = found.map(({ is_adult }) => is_adult);
    expect(isAdult.slice(0, 7)).toEqual([true, true, true, true, false, false, false]);
    expect(isAdult.slice(7)).toEqual([true, false, false]);
  });

  it('names the country of a channel in its group or guide id, and the number of a sub-channel', async () => {
    const found = await read(
      ...entry('Canal 9', 'group-title="Paraguay"'),
      ...entry('Canal 9', 'tvg-id="Canal9.cl" group-title="Locales"'),
      ...entry('Canal 9', 'tvg-chno="9.10" group-title="Locales"'),
    );
    expect(
      found.map(({ country, channel_number, sub_channel }) => [country, channel_number, sub_channel]),
    ).toEqual([
      ['py', null, null],
      ['cl', null, null],
      [null, 9, 10],
    ]);
  });

  it('names the country of a channel in front of its name', async () => {
    const found = await read(
      ...entry('ES: DAZN 1', 'group-title="Deportes"'),
      ...entry('|MX| Canal 5 HD', 'group-title="España"'),
      ...entry('🇦🇷 El Trece', ''),
      ...entry('[CO] Caracol', ''),
      ...entry('LA 2', ''),
      ...entry('CNN: Noticias', ''),
    );
    expect(found.map(({ name, key, prefixed_key, country }) => [name, key, prefixed_key, country])).toEqual([
      ['DAZN 1', 'dazn 1', 'es: dazn 1', 'es'],
      ['Canal 5 HD', 'canal 5', '|mx| canal 5', 'mx'],
      ['El Trece', 'el trece', '🇦🇷 el trece', 'ar'],
      ['Caracol', 'caracol', 'caracol', 'co'],
      ['LA 2', 'la 2', null, null],
      ['CNN: Noticias', 'cnn: noticias', null, null],
    ]);
  });

  it('has films with a number of a chapter in their titles, at addresses that do not say so', async () => {
    const found = await read(
      ...entry('John Wick: Capítulo 4 (2023)', '', 'http://p.example/archivos/1.mkv'),
      ...entry('Pasión (2007) Capítulo 4', '', 'http://p.example/archivos/2.mkv'),
      ...entry('Pasión Capítulo 5 (2007)', 'group-title="NOVELAS"', 'http://p.example/archivos/3.mkv'),
    );
    expect(found.map(({ kind, name, year, chapter: number }) => [kind, name, year, number])).toEqual([
      ['film', 'John Wick: Capítulo 4', 2023, null],
      ['chapter', 'Pasión', 2007, 4],
      ['chapter', 'Pasión', 2007, 5],
    ]);
  });

  it('has addresses that only another program opens, and says so', async () => {
    const found = await read(
      ...entry('Uno', '', 'acestream://94c2fd8fb9bc8f2fc71a2cbe9d4b866f227a0209'),
      ...entry('Dos', '', 'plugin://plugin.video.x/?id=1'),
      ...entry('Tres', '', 'rtp://@239.0.3.100:8208'),
    );
    expect(found.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['skipped', 'Es una dirección de AceStream, que necesita ese programa.'],
      ['skipped', 'Es una dirección de un complemento de Kodi, que necesita ese programa.'],
      ['channel', null],
    ]);
  });
});
