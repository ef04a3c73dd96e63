import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { addToCollection, createCollection } from './collection.ts';

describe('a collection', () => {
  it('has a name and one of two types', () => {
    const body = createCollection.input.body;
    expect(body.parse({ name: ' Clásicos ', itemsModel: 'Serie' })).toEqual({
      name: 'Clásicos',
      itemsModel: 'Serie',
    });
    expect(faultsOf(body, { name: ' ', itemsModel: 'Canal' })).toEqual([
      'name: Este dato es obligatorio.',
      'itemsModel: Debe ser Video o Serie.',
    ]);
    expect(faultsOf(body, { name: 'x'.repeat(101), itemsModel: 'Video' })).toEqual([
      'name: Admite como máximo 100 caracteres.',
    ]);
  });

  it('accepts one to a hundred titles per call', () => {
    const items = Array.from({ length: 101 }, (_, index) => `${index}`);
    const body = addToCollection.input.body;
    expect(faultsOf(body, { items: items.slice(1) })).toEqual([]);
    expect(faultsOf(body, { items })).toEqual(['items: Son demasiados títulos a la vez.']);
    expect(faultsOf(body, { items: [] })).toEqual(['items: Elige al menos un título.']);
    expect(faultsOf(body, {})).toEqual(['items: Debe ser una lista de identificadores.']);
  });
});
