import { planNames, type RouteKey } from '@butaca/contract';
import type { FakeServer } from '@butaca/testing';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../test/open-app.tsx';

interface State {
  path: string;
  as?: string;
  prepare?: (server: FakeServer) => void;
}

/** Makes a route of the fake server fail for its next ten calls, more than a screen makes. */
function refuse(route: RouteKey): (server: FakeServer) => void {
  return (server) => {
    for (let call = 0; call < 10; call += 1) server.failNext(route, 'server.unavailable');
  };
}
const refuseVideos = refuse('GET /api/videos');

const navigation = [
  'Inicio',
  'TV en Vivo',
  'Películas',
  'Series',
  'Animes',
  'Doramas',
  'Novelas',
  'Documentales',
  'Zona Kids',
  'Colecciones',
];
const footer = ['Explorar', 'VOD', 'Legal', 'Términos', 'Privacidad', 'Contacto', 'Soporte'];
const categories = [
  'TODOS',
  'Netflix',
  'Prime Video',
  'Disney',
  'Apple TV',
  'HBO MAX',
  'Hulu y Otros',
  'Retro',
];

/** Screens, and the texts that docs/requisitos.md prescribes for each, word for word. */
const screens: [what: string, state: State, texts: readonly string[]][] = [
  ['the welcome of a visitor', { path: '/' }, ['Entrar']],
  ['the login', { path: '/login' }, ['Entrar']],
  [
    'home, with every row',
    { path: '/', as: 'valentina' },
    [
      ...navigation,
      ...footer,
      'Recien Agregados',
      'Continuar Viendo',
      'Canales en Vivo Destacados',
      'Películas Destacadas',
      'Series Populares',
      'Animes Destacados',
      'Doramas Populares',
      'Novelas Destacadas',
      'Documentales Imperdibles',
    ],
  ],
  ['TV en Vivo', { path: '/live-tv', as: 'valentina' }, ['TV en Vivo', 'Buscar canal...', 'Todos']],
  [
    'TV en Vivo with nothing',
    { path: '/live-tv', as: 'vacio' },
    ['No hay categorías de TV en vivo para mostrar.'],
  ],
  ['Películas', { path: '/peliculas', as: 'valentina' }, ['Películas']],
  [
    'Películas that cannot be loaded',
    { path: '/peliculas', as: 'valentina', prepare: refuse('GET /api/videos/main-sections') },
    ['No se pudieron cargar las secciones.', 'Reintentar'],
  ],
  ['a section of films', { path: '/peliculas?seccion=POR_GENERO', as: 'valentina' }, ['Todas', 'Drama']],
  [
    'a section of films that cannot be loaded',
    {
      path: '/peliculas?seccion=POR_GENERO',
      as: 'valentina',
      prepare: refuseVideos,
    },
    ['No se pudieron cargar las películas.', 'Reintentar'],
  ],
  ['Series', { path: '/series', as: 'valentina' }, ['Series: TODOS', ...categories, 'Animadas']],
  [
    'Animes that cannot be loaded',
    { path: '/animes', as: 'valentina', prepare: refuseVideos },
    ['Error al cargar los animes', 'Reintentar'],
  ],
  [
    'Documentales that cannot be loaded',
    { path: '/documentales', as: 'valentina', prepare: refuseVideos },
    ['Error al cargar los documentales', 'Reintentar'],
  ],
  [
    'Doramas that cannot be loaded',
    { path: '/doramas', as: 'valentina', prepare: refuseVideos },
    ['Error al cargar los doramas', 'Reintentar'],
  ],
  [
    'Novelas that cannot be loaded',
    { path: '/novelas', as: 'valentina', prepare: refuseVideos },
    ['Error al cargar las novelas', 'Reintentar'],
  ],
  ['Colecciones', { path: '/colecciones', as: 'valentina' }, ['TODAS']],
  [
    'a film that the plan does not open',
    { path: '/watch/movie/solo-para-premium', as: 'gerardo' },
    [
      'Contenido Premium',
      planNames.premium,
      'Actualiza tu plan para acceder a todo el contenido premium.',
      'Cancelar',
      'Entendido',
      'Usar Prueba Gratuita',
    ],
  ],
  [
    'content of a kind that there is not',
    { path: '/watch/radio/1', as: 'valentina' },
    ['Tipo de contenido "radio" no reconocido.'],
  ],
  [
    'content that cannot be loaded',
    { path: '/watch/movie/averiado', as: 'valentina' },
    ['No se pudo cargar el contenido.', 'El servicio no está disponible en este momento.'],
  ],
];

it.each(screens)('%s shows the texts of the specification', async (_what, { path, ...person }, texts) => {
  await openApp(path, person);
  await waitFor(() => {
    const visible = visibleText();
    expect(texts.filter((text) => !visible.includes(text))).toEqual([]);
  });
});

/** All text on the page, including the placeholders of empty form fields. */
function visibleText(): string {
  const hints = [...document.querySelectorAll<HTMLInputElement>('[placeholder]')].map(
    ({ placeholder }) => placeholder,
  );
  return [document.body.textContent, ...hints].join('\n');
}
