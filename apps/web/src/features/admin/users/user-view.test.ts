import { planKeys } from '@butaca/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterOf, readUserView, writeUserView, type UserView } from './user-view.ts';

const read = (query: string) => readUserView(new URLSearchParams(query));
const first: UserView = {
  page: 1,
  search: '',
  status: '',
  role: '',
  plan: '',
  isAwaiting: false,
  openId: '',
};

const views: fc.Arbitrary<UserView> = fc.record({
  page: fc.integer({ min: 1, max: 10_000 }),
  search: fc.string(),
  status: fc.constantFrom('', 'activos', 'inactivos'),
  role: fc.constantFrom('', 'admin', 'usuario'),
  plan: fc.constantFrom('', ...planKeys),
  isAwaiting: fc.boolean(),
  openId: fc.string(),
});

describe('the list of users in the URL', () => {
  it('is the same after being written and read again', () => {
    fc.assert(
      fc.property(views, (view) => {
        const written = writeUserView(view).toString();
        expect(readUserView(new URLSearchParams(written))).toEqual(view);
      }),
    );
  });

  it('omits filters that are not chosen', () => {
    expect(writeUserView(first).toString()).toBe('tab=manage_users');
    expect(writeUserView({ ...first, page: 2, isAwaiting: true, search: 'ana' }).toString()).toBe(
      'tab=manage_users&buscar=ana&pendientes=si&pagina=2',
    );
  });

  it.each([
    '',
    'estado=todos&rol=root&plan=oro&pendientes=1&pagina=cero',
    'pagina=0',
    'pagina=-3',
    'pagina=0.9',
    'pagina=NaN',
    'estado=Activos',
  ])('falls back to the first unfiltered page for the query %j', (query) => {
    expect(read(query)).toEqual(first);
  });

  it('rounds a fractional page down', () => {
    expect([read('pagina=2.9').page, read('pagina=7').page]).toEqual([2, 7]);
  });
});

describe('the filter that is sent to the server', () => {
  it('is empty when nothing is chosen, whatever page and row are open', () => {
    expect(filterOf({ ...first, page: 3, openId: 'u1' })).toEqual({});
  });

  it.each([
    [{ search: 'ana' }, { search: 'ana' }],
    [{ status: 'activos' }, { status: 'active' }],
    [{ status: 'inactivos' }, { status: 'inactive' }],
    [{ role: 'admin' }, { role: 'admin' }],
    [{ role: 'usuario' }, { role: 'user' }],
    [{ plan: 'premium' }, { plan: 'premium' }],
    [{ plan: 'oro' }, {}],
    [{ isAwaiting: true }, { awaiting: 'true' }],
  ] as const)('is, for the choice %j, %j', (chosen, expected) => {
    expect(filterOf({ ...first, ...chosen })).toEqual(expected);
  });
});
