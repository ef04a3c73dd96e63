import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import {
  groupChoiceSchema,
  importSection,
  listImportRows,
  previewImport,
  publishImport,
  videoUploadSchema,
} from './import.ts';

const wrongSubcategory = 'subcategoria: Elige una subcategoría de esa categoría.';

describe('the form of an upload of videos', () => {
  it.each([
    { categoria: 'pelicula', subcategoria: 'CINE_4K' },
    { categoria: 'pelicula', subcategoria: 'ZONA_KIDS' },
    { categoria: 'serie', subcategoria: 'Netflix' },
    { categoria: 'serie', subcategoria: 'ZONA KIDS' },
    { categoria: 'anime' },
    { categoria: 'dorama', subcategoria: 'CINE_4K' },
  ])('accepts %o', (form) => {
    expect(videoUploadSchema.parse(form)).toEqual(form);
  });

  it.each([
    { categoria: 'pelicula' },
    { categoria: 'pelicula', subcategoria: '' },
    { categoria: 'pelicula', subcategoria: 'Netflix' },
    { categoria: 'pelicula', subcategoria: 'ZONA KIDS' },
    { categoria: 'serie' },
    { categoria: 'serie', subcategoria: 'CINE_4K' },
    { categoria: 'serie', subcategoria: 'ZONA_KIDS' },
  ])('refuses %o, because the category requires a subcategory', (form) => {
    expect(faultsOf(videoUploadSchema, form)).toEqual([wrongSubcategory]);
  });

  it('reads an empty subcategory as none', () => {
    expect(videoUploadSchema.parse({ categoria: 'novela', subcategoria: '' })).toEqual({
      categoria: 'novela',
    });
  });

  it('lists the valid choices when one does not exist', () => {
    expect(faultsOf(videoUploadSchema, { categoria: 'cine' })[0]).toMatch(
      /^categoria: Debe ser uno de: pelicula, serie/,
    );
    expect(faultsOf(videoUploadSchema, { categoria: 'anime', subcategoria: 'HBO' })[0]).toMatch(
      /^subcategoria: Debe ser uno de: Netflix, .*, ZONA KIDS, POR_GENERO/,
    );
    expect(faultsOf(importSection.form, { section: 'cine' })[0]).toMatch(
      /^section: Debe ser uno de: movies, series/,
    );
  });
});

describe('the form of a preview', () => {
  const { form } = previewImport;

  it.each([
    { kind: 'channels' },
    { kind: 'mixed' },
    { kind: 'videos', categoria: 'pelicula', subcategoria: 'CINE_2025' },
    { kind: 'videos', categoria: 'documental' },
    { kind: 'section', section: 'series_kids' },
  ])('accepts %o', (value) => {
    expect(form.parse(value)).toEqual(value);
  });

  it('reads the empty choices that a browser sends as none', () => {
    const empty = { categoria: '', subcategoria: '', section: '' };
    expect(form.parse({ kind: 'mixed', ...empty })).toEqual({ kind: 'mixed' });
  });

  it.each([
    [{ kind: 'videos' }, 'categoria: Elige una categoría.'],
    [{ kind: 'videos', categoria: '' }, 'categoria: Elige una categoría.'],
    [{ kind: 'videos', categoria: 'serie' }, wrongSubcategory],
    [{ kind: 'section' }, 'section: Elige una sección.'],
    [{ kind: 'section', section: '' }, 'section: Elige una sección.'],
    [{ kind: 'films' }, 'kind: Debe ser uno de: channels, videos, section, mixed.'],
  ])('refuses %o', (value, sentence) => {
    expect(faultsOf(form, value)).toEqual([sentence]);
  });
});

describe('the choice for a group', () => {
  const choice = { group: 'CINE', isIncluded: true, tipo: 'pelicula' };

  it.each([
    {},
    { mainSection: 'CINE_4K' },
    { mainSection: null, subcategoria: null, section: null },
    { tipo: 'serie', subcategoria: 'ZONA KIDS' },
    { tipo: 'canal', section: 'Deportes' },
    { isIncluded: false, group: '' },
  ])('accepts %o', (fields) => {
    expect(groupChoiceSchema.parse({ ...choice, ...fields })).toEqual({ ...choice, ...fields });
  });

  it.each([
    [{ tipo: 'film' }, 'tipo'],
    [{ mainSection: 'Netflix' }, 'mainSection'],
    [{ subcategoria: 'CINE_4K' }, 'subcategoria'],
    [{ section: 'x'.repeat(101) }, 'section'],
    [{ group: 'x'.repeat(501) }, 'group'],
    [{ isIncluded: 'true' }, 'isIncluded'],
  ])('refuses %o by its field «%s»', (fields, path) => {
    const found = faultsOf(groupChoiceSchema, { ...choice, ...fields });
    expect(found.map((fault) => fault.split(':')[0])).toEqual([path]);
  });

  it('is optional when publishing, for at most a thousand groups', () => {
    const { body } = publishImport.input;
    const groups = Array.from({ length: 1_001 }, () => choice);
    expect(body.parse({})).toEqual({});
    expect(faultsOf(body, { groups: groups.slice(1) })).toEqual([]);
    expect(faultsOf(body, { groups })).toHaveLength(1);
  });
});

describe('the report of an import', () => {
  const { query } = listImportRows.input;

  it('has fifty rows of every outcome per page by default, and at most five hundred', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 50, doubtful: false });
    expect(query.parse({ limit: '500', outcome: 'skipped' })).toEqual({
      page: 1,
      limit: 500,
      outcome: 'skipped',
      doubtful: false,
    });
    expect(faultsOf(query, { limit: '501' })).toEqual(['limit: Debe estar entre 1 y 500.']);
    expect(faultsOf(query, { outcome: 'lost' })).toEqual([
      'outcome: Debe ser uno de: added, updated, duplicate, skipped.',
    ]);
  });
});
