import { describe, expect, it } from 'vitest';
import { isBarePath, paths, readReturnPath } from './paths.ts';

describe('readReturnPath', () => {
  it.each([
    '/',
    '/live-tv',
    '/live-tv?categoria=Cine&buscar=plaza',
    '/peliculas?seccion=CINE_4K&genero=Drama',
    '/series?categoria=HBO+MAX',
    '/kids',
    '/colecciones?coleccion=Noches+de+invierno&buscar=faro',
    '/mi-lista',
    '/admin?tab=manage_channels',
    '/watch/channel/cenit-24',
  ])('goes back to %s', (from) => {
    expect(readReturnPath(from)).toBe(from);
  });

  it.each([
    undefined,
    null,
    42,
    { pathname: '/live-tv' },
    '',
    'live-tv',
    '//mal.example',
    '//mal.example/live-tv',
    '/\\mal.example',
    'https://mal.example/live-tv',
    'javascript:alert(1)',
    '/login',
    '/register',
    '/live-tv/../..//mal.example',
    '/no-existe',
    ' /live-tv',
    '/live-tv#/mal',
  ])('goes home instead of to %j', (from) => {
    expect(readReturnPath(from)).toBe('/');
  });
});

describe('isBarePath', () => {
  it.each(['/login', '/register', '/watch/channel/1', '/watch', '/player', '/player/1', '/test-player'])(
    'leaves header and footer away on %s',
    (path) => {
      expect(isBarePath(path)).toBe(true);
    },
  );

  it.each(['/', '/live-tv', '/admin', '/watching', '/players', '/peliculas'])('keeps them on %s', (path) => {
    expect(isBarePath(path)).toBe(false);
  });
});

describe('paths', () => {
  it('writes keys of any letters into one segment each', () => {
    expect(paths.watch('channel', 'a/b?c#d')).toBe('/watch/channel/a%2Fb%3Fc%23d');
  });
});
