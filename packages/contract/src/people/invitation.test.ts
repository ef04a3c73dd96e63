import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { acceptInvitation, createInvitation, readInvitation } from './invitation.ts';

describe('the token of an invitation', () => {
  it.each([
    [{}, 'token: Falta el código de la invitación.'],
    [{ token: 7 }, 'token: Falta el código de la invitación.'],
    [{ token: '  ' }, 'token: Falta el código de la invitación.'],
    [{ token: 'x'.repeat(257) }, 'token: El código de la invitación es demasiado largo.'],
  ])('refuses %o', (body, sentence) => {
    expect(faultsOf(readInvitation.input.body, body)).toEqual([sentence]);
  });

  it('may be mangled, so that a wrong link is answered like an unknown one', () => {
    expect(faultsOf(readInvitation.input.body, { token: 'áé %/..' })).toEqual([]);
    expect(readInvitation.input.body.parse({ token: ' abc ' })).toEqual({ token: 'abc' });
  });
});

describe('the password of an invitation', () => {
  it.each([
    [undefined, 'password: Escribe una contraseña.'],
    ['corta', 'password: La contraseña debe tener al menos 8 caracteres.'],
    ['x'.repeat(129), 'password: La contraseña admite como máximo 128 caracteres.'],
  ])('refuses %o', (password, sentence) => {
    expect(faultsOf(acceptInvitation.input.body, { token: 'abc', password })).toEqual([sentence]);
  });
});

describe('a new invitation', () => {
  it('takes the password of the administrator who makes it', () => {
    expect(faultsOf(createInvitation.input.body, { currentPassword: 'una clave' })).toEqual([]);
    expect(faultsOf(createInvitation.input.body, { currentPassword: '' })).toEqual([
      'currentPassword: Escribe tu contraseña actual.',
    ]);
  });
});
