import { describe, expect, it } from 'vitest';
import { createProvider, updateProvider } from './provider.ts';

const address = 'http://tv.ejemplo/get.php?username=ana&password=x';
const create = (body: object) => createProvider.input.body.safeParse({ address, ...body }).success;
const update = (body: object) => updateProvider.input.body.safeParse(body).success;

describe('a provider that is added', () => {
  it('needs no more than an address', () => {
    expect(create({})).toBe(true);
  });

  it.each(['ftp://tv.ejemplo/lista.m3u', 'tv.ejemplo', 'http://', ''])(
    'is refused with the address %j',
    (wrong) => {
      expect(create({ address: wrong })).toBe(false);
    },
  );
});

describe('a change of a provider', () => {
  it.each([
    { refreshHours: null },
    { refreshHours: 720 },
    { maxConnections: 1 },
    { timeZone: 'America/Mexico_City' },
    { country: 'MX' },
    { isPaused: true },
    {},
  ])('may be %j', (body) => {
    expect(update(body)).toBe(true);
  });

  it.each([
    { refreshHours: 0 },
    { refreshHours: 721 },
    { refreshHours: 1.5 },
    { maxConnections: 0 },
    { maxConnections: 1_001 },
    { timeZone: 'Marte/Olimpo' },
    { country: 'mx' },
    { name: '' },
    { userAgent: 'dos\nlíneas' },
  ])('is refused as %j', (body) => {
    expect(update(body)).toBe(false);
  });
});
