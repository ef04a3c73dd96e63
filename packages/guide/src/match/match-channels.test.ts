import { describe, expect, it } from 'vitest';
import { matchChannels, type MatchedChannel } from './match-channels.ts';

const guide = {
  'Canal9.ar': ['Canal 9'],
  'Canal9.cr': ['Canal 9'],
  'Canal5.mx@SD': ['Canal 5'],
  'Foro.mx': ['FOROtv'],
  'LasEstrellas.mx': ['Canal de las Estrellas'],
  'AztecaUno.mx': ['Azteca Uno'],
  'AztecaUnoPlus1.mx': ['Azteca Uno +1'],
  'La1.es': ['TVE La 1 Madrid'],
  'CanalSur.es': ['Canal Sur'],
  'CanalSurAndalucia.es': ['Canal Sur Andalucía'],
  'TNTSpain.es': ['TNT España'],
  'TNTLatinAmerica.us@Panregional': ['TNT'],
  'FoxSports.ar': ['Fox Sports'],
  'FoxSports2.ar': ['Fox Sports 2'],
  'Disney.es': ['Disney Channel'],
  'DisneyJunior.es': ['Disney Junior'],
  'MovistarPlus.es': ['Movistar Plus+'],
  'AccionporMovistarPlusPlus.es': ['Acción por Movistar Plus+'],
  'LaRed.cl': ['La Red'],
  'ESPN.xx': ['ESPN'],
  'Sky.uk': ['Sky Noticias'],
  '24siete': ['Series 24/7'],
  sinpais: ['Barrio Visión'],
};
type Listed = Partial<MatchedChannel> & { name: string };

/** Matches one channel. @returns the id of the guide's channel, or the ids of the candidates */
function match(listed: Listed | string): string | string[] | undefined {
  const channel = {
    id: 'c',
    tvgId: null,
    names: [],
    country: null,
    ...(typeof listed === 'string' ? { name: listed } : listed),
  };
  const { certain, unsure } = matchChannels(
    [channel],
    Object.entries(guide).map(([id, names]) => ({ id, names })),
  );
  return certain.get('c') ?? unsure.get('c')?.map(({ guideId }) => guideId);
}

describe('a channel of a list', () => {
  it('has the channel with its tvg-id, whatever its name', () => {
    expect(match({ name: 'Otro', tvgId: 'Canal9.cr' })).toBe('Canal9.cr');
    expect(match({ name: 'Otro', tvgId: 'CANAL5.MX@HD' })).toBe('Canal5.mx@SD');
  });

  it.each([
    ['ES| La 1 FHD', 'La1.es'],
    ['TVE 1', 'La1.es'],
    ['Foro TV (1080p) [Not 24/7]', 'Foro.mx'],
    ['Las Estrellas OPCIÓN 2', 'LasEstrellas.mx'],
    ['Canal5 ᴴᴰ', 'Canal5.mx@SD'],
    ['Azteca 1', 'AztecaUno.mx'],
    ['Azteca Uno (+1h)', 'AztecaUnoPlus1.mx'],
    ['CanalSur Andalucia', 'CanalSurAndalucia.es'],
    ['M+ Acción', 'AccionporMovistarPlusPlus.es'],
    ['Disney Jr.', 'DisneyJunior.es'],
    ['Disney', 'Disney.es'],
    ['FOXSPORTS2HD', 'FoxSports2.ar'],
    ['Barrio Vision | MX', 'sinpais'],
    ['101 | Foro TV | MX | HD', 'Foro.mx'],
    ['Fox Sports II AR FHD (OP1)', 'FoxSports2.ar'],
  ])('is found by its name: %s', (name, id) => {
    expect(match(name)).toBe(id);
  });

  it.each([
    ['Canal 9 [AR]', 'Canal9.ar'],
    ['CR: Canal 9', 'Canal9.cr'],
    ['TNT MX', 'TNTLatinAmerica.us@Panregional'],
    ['ES - TNT HD', 'TNTSpain.es'],
    ['UK: Sky Noticias', 'Sky.uk'],
  ])('is that of its country: %s', (name, id) => {
    expect(match(name)).toBe(id);
  });

  it('has no channel of another country, also where the code is unknown', () => {
    expect(match('MX: Canal 9')).toBeUndefined();
    expect(match('MX: ESPN')).toBeUndefined();
    expect(match({ name: 'Canal 5', country: 'GT' })).toBeUndefined();
    expect(match({ name: 'Canal 5', tvgId: 'Canal5.hn' })).toBeUndefined();
  });

  it('is asked for where two countries share its name', () => {
    expect(match('Canal 9')).toEqual(['Canal9.ar', 'Canal9.cr']);
    expect(match('TNT')).toEqual(['TNTLatinAmerica.us@Panregional', 'TNTSpain.es']);
  });

  it.each([
    ['Azteca Uno +2', 'AztecaUno.mx'],
    ['La 1 Cataluña', 'La1.es'],
    ['Canal Sur Internacional', 'CanalSur.es'],
    ['Red TV', 'LaRed.cl'],
    ['Fox Sports 3', 'FoxSports.ar'],
    ['Movistar Plus+ 2', 'MovistarPlus.es'],
  ])('is not the one with another number, hour or word: %s', (name, other) => {
    const found = match(name);
    expect(found).not.toBe(other);
    expect(found === undefined || Array.isArray(found)).toBe(true);
  });

  it('that plays one title around the clock is left out', () => {
    expect(match('Series 24/7')).toBeUndefined();
    expect(match({ name: 'Foro TV 24/7', tvgId: 'Foro.mx' })).toBeUndefined();
  });

  it('has five candidates at most, the likeliest first', () => {
    const feeds = Array.from({ length: 9 }, (_none, index) => ({
      id: `UnoNorte.mx@${index}`,
      names: ['Uno Norte'],
    }));
    const { unsure } = matchChannels(
      [{ id: 'c', tvgId: null, name: 'Uno', names: [], country: null }],
      [
        { id: 'a.mx', names: ['Uno Sur'] },
        ...feeds,
        { id: 'b.mx', names: ['Uno'] },
        { id: 'c.mx', names: ['Uno'] },
      ],
    );
    expect(
      unsure
        .get('c')
        ?.slice(0, 2)
        .map(({ guideId }) => guideId),
    ).toEqual(['b.mx', 'c.mx']);
    expect(unsure.get('c')).toHaveLength(5);
  });
});
