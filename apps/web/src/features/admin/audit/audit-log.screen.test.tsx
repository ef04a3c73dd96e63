import type { AuditEntry } from '@butaca/contract';
import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const entry = (given: Partial<AuditEntry> & { _id: string }): AuditEntry => ({
  at: '2026-10-20T12:00:00.000Z',
  username: 'ada',
  action: 'user.plan',
  subjectId: 'gerardo',
  subjectName: 'gerardo',
  before: null,
  after: null,
  ...given,
});

function fill({ memory }: FakeServer): void {
  memory.audit = [
    entry({ _id: '1', before: { plan: 'gplay' }, after: { plan: 'premium' } }),
    entry({ _id: '2', username: 'operador', action: 'user.password', subjectName: 'ada' }),
    entry({ _id: '3', action: 'channel.delete', subjectName: 'Liga Sur', before: { name: 'Liga Sur' } }),
  ];
}

const open = (query = '', prepare: (server: FakeServer) => void = fill) =>
  openApp(`/admin?tab=audit${query}`, { as: 'ada', prepare });
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Registro' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

/** Opens the log after a viewer has added a title to a collection. */
async function openAfterAddition() {
  const opened = await open('', ({ memory }) => {
    const collection = memory.collections.find(({ name }) => name === 'Aún sin títulos');
    collection?.itemIds.push('oceano-4k');
    collection?.additions.set('oceano-4k', '1');
    memory.audit = [
      entry({
        _id: '1',
        username: 'valentina',
        action: 'collection.add_items',
        subjectName: 'Aún sin títulos',
        after: { items: ['Océano 4K'] },
      }),
    ];
  });
  const itemsOf = ({ memory }: FakeServer) =>
    memory.collections.find(({ name }) => name === 'Aún sin títulos')?.itemIds;
  return { ...opened, itemsOf };
}

describe('«Registro»', () => {
  it('lists who did what, the old and new value, and when', async () => {
    await open();
    expect(await rows()).toEqual([
      expect.stringMatching(/^Cambió el plan de gerardoPlan: GPlay\s+Premiumada20 oct 2026, /),
      expect.stringMatching(/^Restableció la contraseña de ada—operador/),
      expect.stringMatching(/^Eliminó el canal Liga SurNombre: Liga Surada/),
    ]);
    screen.getByRole('img', { name: 'pasó a' });
    screen.getByText('Mostrando 3 de 3 acciones');
  });

  it('filters by kind, and keeps the filter in the address', async () => {
    const { user, path } = await open();
    await rows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo de acción' }), 'Canales');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(path()).toBe('/admin?tab=audit&tipo=channel');
  });

  it('searches by person and by name while the term is typed', async () => {
    const { user, path } = await open();
    await rows();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar en el registro' }), 'operador');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(path()).toBe('/admin?tab=audit&buscar=operador');
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  it('changes pages', async () => {
    const { user, path } = await open('', ({ memory }) => {
      memory.audit = Array.from({ length: 60 }, (_, index) => entry({ _id: String(index) }));
    });
    await screen.findByText('Mostrando 50 de 60 acciones');
    await user.click(screen.getByRole('button', { name: 'Siguiente' }));
    await screen.findByText('Mostrando 10 de 60 acciones');
    expect(path()).toBe('/admin?tab=audit&pagina=2');
  });

  it('shows an act that was done a moment ago', async () => {
    const { user, go } = await openApp('/admin?tab=manage_users', { as: 'ada' });
    const select = await screen.findByRole('combobox', { name: 'Plan de gerardo' });
    await user.selectOptions(select, 'Sports');
    await screen.findByText('Plan del usuario actualizado.');
    await go('/admin?tab=audit');
    expect(await rows()).toEqual([expect.stringMatching(/^Cambió el plan de gerardoPlan: GPlay\s+Sports/)]);
  });

  it('takes out of a collection again what a viewer has added', async () => {
    const { user, server, itemsOf } = await openAfterAddition();
    expect(await rows()).toEqual([
      expect.stringMatching(/^Agregó títulos a la colección Aún sin títulosTítulos: Océano 4K.*valentina/),
    ]);
    await user.click(screen.getByRole('button', { name: 'Deshacer lo agregado a Aún sin títulos' }));
    await screen.findByText('Se quitó 1 título de la colección «Aún sin títulos».');
    expect(itemsOf(server)).toEqual([]);
    await screen.findByText(/Deshizo lo agregado a la colección/);
    await user.click(screen.getByRole('button', { name: 'Deshacer lo agregado a Aún sin títulos' }));
    await screen.findByText('Ya no queda nada de lo que se agregó, o se agregó con una versión anterior.');
  });

  it.each([
    ['', 'Aquí queda lo que hace cada administrador.'],
    ['&buscar=nadie', 'Ninguna coincide con la búsqueda.'],
  ])('says that there are no entries at %j', async (query, reason) => {
    await open(query, () => {});
    await screen.findByRole('heading', { name: 'No hay acciones registradas.' });
    screen.getByText(reason);
  });

  it('shows the server’s sentence when the list fails', async () => {
    await open('&buscar=avería');
    await screen.findByRole('heading', {
      name: 'El servicio no está disponible en este momento. Inténtalo en unos segundos.',
    });
  });
});
