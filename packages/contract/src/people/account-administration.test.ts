import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import {
  createAccount,
  listAccounts,
  setAccountPlan,
  setAccountRole,
  setAccountStatus,
} from './account-administration.ts';

describe('a user that an administrator creates', () => {
  const body = createAccount.input.body;

  it('is by default a viewer, whose plan the settings decide', () => {
    expect(body.parse({ username: 'ana' })).toEqual({ username: 'ana', role: 'user' });
  });

  it('may have a password, a role, a plan and an expiry', () => {
    const sent = {
      username: 'ana',
      password: 'doce monos',
      role: 'admin',
      plan: 'premium',
      expiresAt: '2026-12-31T23:59:59.000Z',
    };
    expect(body.parse(sent)).toEqual(sent);
    expect(body.parse({ username: 'ana', expiresAt: null })).toMatchObject({ expiresAt: null });
  });

  it.each([
    [{ role: 'root' }, 'role: Ese rol no existe.'],
    [{ plan: 'gratuito' }, 'plan: Ese plan no existe.'],
    [{ password: '1234567' }, 'password: La contraseña debe tener al menos 8 caracteres.'],
    [{ expiresAt: '2026-12-31' }, 'expiresAt: Debe ser una fecha ISO 8601 en UTC.'],
    [{ expiresAt: '2026-12-31T23:59:59+01:00' }, 'expiresAt: Debe ser una fecha ISO 8601 en UTC.'],
    [{ expiresAt: '2026-02-30T00:00:00Z' }, 'expiresAt: Debe ser una fecha ISO 8601 en UTC.'],
  ])('is refused with %o', (fields, sentence) => {
    expect(faultsOf(body, { username: 'ana', ...fields })).toEqual([sentence]);
  });
});

describe('the plan of a user', () => {
  const body = setAccountPlan.input.body;

  it.each([
    ['gplay', 'gplay'],
    ['estandar', 'estandar'],
    ['premium', 'premium'],
    ['basico', 'gplay'],
  ])('is read from %s as %s', (given, plan) => {
    expect(body.parse({ plan: given })).toEqual({ plan });
  });

  it.each(['gratuito', 'Premium', '', 'toString', null, undefined, 7])('is refused as %o', (plan) => {
    expect(faultsOf(body, { plan })).toEqual(['plan: Ese plan no existe.']);
  });
});

describe('the status of a user', () => {
  const body = setAccountStatus.input.body;

  it.each([
    { isActive: false },
    { expiresAt: null },
    { expiresAt: '2026-12-31T00:00:00Z' },
    { isActive: true, expiresAt: null },
  ])('changes by %o, and omitted fields stay unchanged', (change) => {
    expect(body.parse(change)).toEqual(change);
  });

  it('refuses an empty change', () => {
    expect(faultsOf(body, {})).toEqual(['isActive: Indica isActive, expiresAt o ambos.']);
    expect(faultsOf(body, { active: true })).toEqual(['isActive: Indica isActive, expiresAt o ambos.']);
  });

  it('has to be a boolean, not a string', () => {
    expect(faultsOf(body, { isActive: 'false' })).toEqual(['isActive: Debe ser true o false.']);
  });
});

describe('the role of a user', () => {
  it.each(['admin', 'user'])('is accepted as %s', (role) => {
    expect(setAccountRole.input.body.parse({ role })).toEqual({ role });
  });

  it.each(['Admin', 'visitor', '', null])('is refused as %o', (role) => {
    expect(faultsOf(setAccountRole.input.body, { role })).toEqual(['role: Ese rol no existe.']);
  });
});

describe('the list of users', () => {
  const query = listAccounts.input.query;

  it('has fifty users per page, unfiltered, by default', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 50, awaiting: false });
  });

  it.each([
    [{ status: 'inactivo' }, 'status: Debe ser active o inactive.'],
    [{ plan: 'basico' }, 'plan: Ese plan no existe.'],
    [{ role: '' }, 'role: Ese rol no existe.'],
    [{ awaiting: '1' }, 'awaiting: Debe ser true o false.'],
    [{ limit: '3001' }, 'limit: Debe estar entre 1 y 3000.'],
  ])('refuses %o', (value, sentence) => {
    expect(faultsOf(query, value)).toEqual([sentence]);
  });
});
