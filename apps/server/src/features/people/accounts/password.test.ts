import { describe, expect, it } from 'vitest';
import { createPasswordHasher, generatePassword, isWellKnownPassword } from './password.ts';

it('a password is hashed with argon2id, 19 MiB and two passes by default', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash('el perro azul come uvas');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'el perro azul come uvas')).toBe(true);
  expect(await hasher.verify(hash, 'el perro verde come uvas')).toBe(false);
  expect(await hasher.verify(undefined, 'el perro azul come uvas')).toBe(false);
});

it('a cheaper hash is verified with the parameters that it contains', async () => {
  const hash = await createPasswordHasher({ memoryCost: 8, timeCost: 1 }).hash('el perro azul come uvas');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect(await createPasswordHasher().verify(hash, 'el perro azul come uvas')).toBe(true);
});

it('a password is refused with a time to try again when too many wait for hashing', async () => {
  const hasher = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => hasher.hash('el perro azul')));
  const refused = all.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(450);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'server.unavailable', retryAfterSeconds: 2 });
  }
});

describe('a password that is easy to guess', () => {
  it.each([
    ['one of the most used', 'password1'],
    ['one of the most used in capitals', 'PASSWORD1'],
    ['one of the most used in Spanish', 'contraseña'],
    ['the same without its ñ', 'contrasena'],
    ['the name of the product and a year', 'Butaca2026'],
    ['the name of the product in the middle', '12butaca34'],
    ['one letter many times', 'aaaaaaaaaaaa'],
    ['three letters in turn', 'abcabcabcabc'],
    ['the own name and a number', 'lucia.perez99'],
    ['the own name twice', 'lucia.perezLUCIA.PEREZ'],
    ['the own name with an accent', 'lucía.pérez1'],
  ])('is %s', (_what, password) => {
    expect(isWellKnownPassword(password, 'lucia.perez')).toBe(true);
  });

  it.each([
    ['a sentence', 'el perro azul come uvas'],
    ['the name of the product within something long', 'butaca-de-cine-roja'],
    ['the own name within something long', 'lucia.perez y su perro'],
    ['four characters in an odd order', 'xqxzqjzzjxqj'],
    ['in another script', 'собака-ест-виноград'],
  ])('is not %s', (_what, password) => {
    expect(isWellKnownPassword(password, 'lucia.perez')).toBe(false);
  });
});

describe('a generated password', () => {
  it('is pronounceable, differs each time, and is not easy to guess', () => {
    const given = Array.from({ length: 200 }, generatePassword);
    expect(new Set(given).size).toBe(200);
    for (const password of given) {
      expect(password).toMatch(/^(?:[bcdfglmnprstvzjk][aeiou]){4}(?:-(?:[bcdfglmnprstvzjk][aeiou]){4}){3}$/);
      expect(isWellKnownPassword(password, 'admin')).toBe(false);
    }
  });
});

it('verifying against an unknown account is refused while too many wait, and fails afterwards', async () => {
  const hasher = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
  const others = Array.from({ length: 500 }, () => hasher.hash('el perro azul').catch(() => undefined));
  await expect(hasher.verify(undefined, 'el perro azul')).rejects.toMatchObject({
    code: 'server.unavailable',
  });
  await Promise.all(others);
  expect(await hasher.verify(undefined, 'el perro azul')).toBe(false);
});
