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
    '/dispositivos',
    '/descargas',
    '/test-player',
    '/activar?codigo=ABC234',
    '/admin?tab=manage_channels',
    '/watch/channel/cenit-24',
  ])('accepts %s', (from) => {
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
  ])('returns the home page for %j', (from) => {
    expect(readReturnPath(from)).toBe('/');
  });
});

describe('isBarePath', () => {
  it.each([
    '/login',
    '/register',
    '/activar',
    '/watch/channel/1',
    '/watch',
    '/player',
    '/player/1',
    '/test-player',
  ])('hides header and footer on %s', (path) => {
    expect(isBarePath(path)).toBe(true);
  });

  it.each(['/', '/live-tv', '/admin', '/watching', '/players', '/peliculas'])(
    'keeps header and footer on %s',
    (path) => {
      expect(isBarePath(path)).toBe(false);
    },
  );
});

describe('paths', () => {
  it('escapes the id of an item, so that it is one segment', () => {
    expect(paths.watch('channel', 'a/b?c#d')).toBe('/watch/channel/a%2Fb%3Fc%23d');
  });
});
