import { expect, it } from 'vitest';
import { createPasswordHasher } from './password.ts';

it('is hashed with argon2id over 19 MiB, twice, where nothing else is said', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash('el perro azul come uvas');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'el perro azul come uvas')).toBe(true);
  expect(await hasher.verify(hash, 'el perro verde come uvas')).toBe(false);
  expect(await hasher.verify(undefined, 'el perro azul come uvas')).toBe(false);
});

it('can be hashed for less, and is verified by what its hash says of itself', async () => {
  const hash = await createPasswordHasher({ memoryCost: 8, timeCost: 1 }).hash('el perro azul come uvas');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect(await createPasswordHasher().verify(hash, 'el perro azul come uvas')).toBe(true);
});
