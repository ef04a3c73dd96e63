import type { FakeServer } from '@butaca/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const asks = ({ memory }: FakeServer): void => {
  memory.planRequests.push({
    _id: 'peticion-1',
    userId: 'gerardo',
    plan: 'premium',
    planBefore: null,
    state: 'open',
    createdAt: new Date().toISOString(),
    decidedAt: null,
    decidedBy: null,
  });
};
const open = (prepare?: (server: FakeServer) => void) =>
  openApp('/admin?tab=plan_requests', { as: 'ada', ...(prepare !== undefined && { prepare }) });

describe('«Peticiones de plan»', () => {
  it('shows on its tab how many wait, grants with one press, and takes it back', async () => {
    const { user, server } = await open(asks);
    const row = within(await screen.findByRole('listitem', { name: 'gerardo pide Premium' }));
    await screen.findByRole('link', { name: /^Peticiones de plan\s*1\s*sin responder$/ });
    await user.click(row.getByRole('button', { name: 'Conceder' }));
    await screen.findByText('gerardo ya tiene Premium.');
    expect(server.memory.accounts.get('gerardo')?.plan).toBe('premium');
    await screen.findByRole('link', { name: 'Peticiones de plan' });
    const decided = within(await screen.findByRole('list', { name: 'Peticiones respondidas' }));
    decided.getByText(/^Concedido por ada/);
    await user.click(decided.getByRole('button', { name: 'Deshacer' }));
    await screen.findByText('gerardo vuelve a tener GPlay; su petición vuelve a estar pendiente.');
    expect(server.memory.accounts.get('gerardo')?.plan).toBe('gplay');
    await screen.findByRole('button', { name: 'Conceder' });
  });

  it('rejects, and the person keeps their plan', async () => {
    const { user, server } = await open(asks);
    await user.click(await screen.findByRole('button', { name: 'Rechazar' }));
    await screen.findByText('Petición rechazada.');
    expect(server.memory.accounts.get('gerardo')?.plan).toBe('gplay');
    await screen.findByText(/^Rechazado por ada/);
  });

  it('says what another administrator has decided meanwhile', async () => {
    const { user, server } = await open(asks);
    const grant = await screen.findByRole('button', { name: 'Conceder' });
    Object.assign(server.memory.planRequests[0] ?? {}, { state: 'rejected', decidedBy: 'otra' });
    await user.click(grant);
    await screen.findByText('Otro administrador ya respondió a esa petición. Recarga la lista.');
  });

  it('says that nobody waits, and where plans are offered', async () => {
    await open();
    await screen.findByRole('heading', { name: 'No hay peticiones pendientes.' });
    expect(screen.getByRole('link', { name: 'Elegir qué planes se ofrecen' }).getAttribute('href')).toContain(
      'tab=plans',
    );
  });

  it('shows a failure, and loads again on retry', async () => {
    const { user } = await open((server) => {
      asks(server);
      // The number on the tab is another reader of the same query.
      server.failNext('GET /api/admin/plan-requests', 'server.unexpected');
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('button', { name: 'Conceder' });
  });
});
