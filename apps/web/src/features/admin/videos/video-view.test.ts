import { expect, it } from 'vitest';
import { readVideoView, writeVideoView } from './video-view.ts';

const read = (query: string) => readVideoView(new URLSearchParams(query), undefined);

it.each([
  ['', { page: 1, search: '', tipo: '', subcategoria: '' }],
  [
    'pagina=3&buscar=mar&tipo=serie&subcategoria=Netflix',
    { page: 3, search: 'mar', tipo: 'serie', subcategoria: 'Netflix' },
  ],
  ['pagina=-1', { page: 1, search: '', tipo: '', subcategoria: '' }],
  ['pagina=dos', { page: 1, search: '', tipo: '', subcategoria: '' }],
  ['pagina=2.7', { page: 2, search: '', tipo: '', subcategoria: '' }],
])('reads the table of videos in %j as %j', (query, expected) => {
  expect(read(query)).toEqual(expected);
});

it('the view of a tab with one fixed type keeps that type, whatever the URL says', () => {
  expect(readVideoView(new URLSearchParams('tipo=serie'), 'anime').tipo).toBe('anime');
  const written = writeVideoView({ page: 1, search: '', tipo: 'anime', subcategoria: '' }, 'animes', 'anime');
  expect(written.toString()).toBe('tab=animes');
});

it.each([
  { page: 1, search: '', tipo: '', subcategoria: '' },
  { page: 4, search: 'el faro & el mar', tipo: 'serie', subcategoria: 'HBO MAX' },
])('the view %j is the same after being written to the URL and read again', (view) => {
  const written = writeVideoView(view, 'manage_vod', undefined);
  expect(written.get('tab')).toBe('manage_vod');
  expect(readVideoView(written, undefined)).toEqual(view);
});
