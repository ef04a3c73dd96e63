import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { featuredRows, getVideo, listVideos } from './videos.ts';
import { endpoints } from '../endpoints.ts';

describe('the query of the list of videos', () => {
  const query = listVideos.input.query;

  it('starts with the first twenty videos by default', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 20 });
  });

  it('reaches the millionth title and none beyond it', () => {
    expect(query.parse({ page: '50000', limit: '20' })).toMatchObject({ page: 50_000 });
    expect(faultsOf(query, { page: '50001', limit: '20' })).toEqual([
      'page: Solo se pueden pedir los primeros 1.000.000 títulos.',
    ]);
    expect(faultsOf(query, { page: '334', limit: '3000' })).toEqual([
      'page: Solo se pueden pedir los primeros 1.000.000 títulos.',
    ]);
  });

  it('passes filters on unchanged, including unknown values', () => {
    const filters = { tipo: 'opereta', mainSection: 'X', subcategoria: '', genre: ' Drama ', subtipo: 'y' };
    expect(query.parse(filters)).toMatchObject({ ...filters, genre: 'Drama' });
  });

  it('refuses a filter that is sent twice or is too long', () => {
    expect(faultsOf(query, { tipo: ['serie', 'anime'] })).toEqual(['tipo: Debe ser un texto.']);
    expect(faultsOf(query, { genre: 'x'.repeat(101) })).toEqual([
      'genre: Admite como máximo 100 caracteres.',
    ]);
  });
});

describe('the query that opens a video', () => {
  const query = getVideo.input.query;

  it('asks by default for the file as it is, without a trial, to play it here', () => {
    expect(query.parse({})).toEqual({ useTrial: false, play: 'auto', for: 'here' });
  });

  it('names the formats that the client plays, and the chapter', () => {
    const asked = query.parse({
      useTrial: 'true',
      can: 'mse,hevc',
      play: 'remux',
      chapter: '77',
      for: 'cast',
    });
    expect(asked).toEqual({
      useTrial: true,
      play: 'remux',
      chapter: '77',
      can: new Set(['mse', 'hevc']),
      for: 'cast',
    });
  });

  it.each([
    [{ play: 'transcode' }, 'play: Debe ser auto o remux.'],
    [{ for: 'radio' }, 'for: Debe ser here o cast.'],
    [{ useTrial: 'sí' }, 'useTrial: Debe ser true o false.'],
    [{ chapter: 'a b' }, 'chapter: No es un identificador válido.'],
    [{ can: 'x'.repeat(201) }, 'can: Admite como máximo 200 caracteres.'],
  ])('refuses %o', (value, sentence) => {
    expect(faultsOf(query, value)).toEqual([sentence]);
  });
});

describe('the featured rows that visitors see', () => {
  it.each(featuredRows)('have an endpoint each: %s', (row) => {
    const call = Object.values(endpoints).find(({ path }) => path === `/api/videos/public/${row}`);
    expect(call).toMatchObject({ access: 'optional', method: 'GET' });
  });
});
