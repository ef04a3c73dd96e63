import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import {
  changePassword,
  credentialSchema,
  login,
  logout,
  newPasswordSchema,
  register,
  usernameSchema,
} from './account.ts';

const wrongName =
  ': El nombre de usuario debe tener de 3 a 64 letras, números o signos . _ - @ +, sin espacios.';

describe('a user name', () => {
  it.each([
    'ana',
    'Ana_Luz',
    'a.b-c',
    '123',
    'x'.repeat(64),
    'josé',
    'Ñoño',
    'ana@correo.com',
    '+34600112233',
    'Анна',
  ])('is accepted as %s', (name) => {
    expect(usernameSchema.parse(name)).toBe(name);
  });

  it('has one normal form, however its letters were composed', () => {
    expect(usernameSchema.parse('ａｎａ')).toBe('ana');
    expect(usernameSchema.parse('ana①')).toBe('ana1');
    expect(usernameSchema.parse('jose\u0301')).toBe('jos\u00e9');
  });

  it('has no blanks at its ends, which keyboards of phones add', () => {
    expect(usernameSchema.parse(' ana\u00a0 ')).toBe('ana');
  });

  it('is refused when it mixes two alphabets', () => {
    expect(faultsOf(usernameSchema, '\u0430na')).toEqual([
      ': El nombre de usuario mezcla letras de dos alfabetos: escríbelo con las de uno solo.',
    ]);
  });

  it.each(['', 'ab', 'x'.repeat(65), 'ana luz', 'ana\nluz', '<b>', 'a\u0000na', 'ana/luz', '٣٤٥'])(
    'is refused as %j',
    (name) => {
      expect(faultsOf(usernameSchema, name)).toEqual([wrongName]);
    },
  );

  it('is not normalised before its length is checked', () => {
    expect(faultsOf(usernameSchema, '\ufdfa'.repeat(129))).toContain(
      ': El nombre de usuario admite como máximo 64 caracteres.',
    );
  });

  it.each([undefined, null, 7, ['ana']])('cannot be %o', (name) => {
    expect(faultsOf(usernameSchema, name)).toEqual([': Escribe tu nombre de usuario.']);
  });
});

describe('a new password', () => {
  it.each(['        ', ' con blancos ', 'contraseña', '🎬'.repeat(8), 'x'.repeat(128)])(
    'is accepted as typed: %j',
    (password) => {
      expect(newPasswordSchema.parse(password)).toBe(password);
    },
  );

  it.each([
    ['1234567', ': La contraseña debe tener al menos 8 caracteres.'],
    ['x'.repeat(129), ': La contraseña admite como máximo 128 caracteres.'],
    ['con\u0000nulo', ': La contraseña contiene caracteres que no se admiten.'],
    ['mitad de un emoji \ud83c', ': La contraseña contiene caracteres que no se admiten.'],
    [undefined, ': Escribe una contraseña.'],
    [12_345_678, ': Escribe una contraseña.'],
  ])('is refused as %j', (password, sentence) => {
    expect(faultsOf(newPasswordSchema, password)).toEqual([sentence]);
  });
});

describe('the credentials of a sign-in', () => {
  it.each(['x', ' ', 'peña', 'a\u0000b', 'x'.repeat(1_024)])(
    'are only compared, without rules for their form, even as %j',
    (typed) => {
      expect(credentialSchema.parse(typed)).toBe(typed);
    },
  );

  it.each([
    ['', ': Este dato es obligatorio.'],
    [undefined, ': Este dato es obligatorio.'],
    ['x'.repeat(1_025), ': Es demasiado largo.'],
  ])('are refused as %j', (typed, sentence) => {
    expect(faultsOf(credentialSchema, typed)).toEqual([sentence]);
  });

  it('are both required', () => {
    expect(faultsOf(login.input.body, {})).toEqual([
      'username: Escribe tu usuario y tu contraseña.',
      'password: Escribe tu usuario y tu contraseña.',
    ]);
  });
});

describe('the person’s own account', () => {
  it('is registered with name and password only; a role or plan in the body is ignored', () => {
    const sent = { username: 'ana', password: 'doce monos', role: 'admin', plan: 'premium', isActive: true };
    expect(register.input.body.parse(sent)).toEqual({ username: 'ana', password: 'doce monos' });
  });

  it('refuses an empty present password, but admits a change without one', () => {
    expect(faultsOf(changePassword.input.body, { currentPassword: '', newPassword: 'doce monos' })).toEqual([
      'currentPassword: Este dato es obligatorio.',
    ]);
    expect(faultsOf(changePassword.input.body, { newPassword: 'doce monos' })).toEqual([]);
    expect(faultsOf(changePassword.input.body, { currentPassword: 'x', newPassword: 'x' })).toEqual([
      'newPassword: La contraseña debe tener al menos 8 caracteres.',
    ]);
  });

  it('is signed out of this device only, unless all devices are requested', () => {
    expect(logout.input.body.parse({})).toEqual({});
    expect(logout.input.body.parse({ allDevices: true })).toEqual({ allDevices: true });
    expect(faultsOf(logout.input.body, { allDevices: 'true' })).toEqual([
      'allDevices: Debe ser true o false.',
    ]);
  });
});
