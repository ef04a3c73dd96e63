import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import {
  channelInputSchema,
  channelPatchSchema,
  getChannel,
  listAdminChannels,
  listChannels,
} from './channel.ts';

const url = 'http://tv.example/1.m3u8';
const faults = (value: unknown) => faultsOf(channelInputSchema, value);

describe('a new channel', () => {
  it('requires a name and an address', () => {
    expect(channelInputSchema.parse({ name: ' Uno ', url })).toEqual({ name: 'Uno', url });
    expect(faults({ name: 'Uno' })).toEqual(['url: Debe ser una dirección completa.']);
    expect(faults({ url })).toEqual(['name: Debe ser un texto.']);
    expect(faults({ name: ' ', url })).toEqual(['name: Este dato es obligatorio.']);
  });

  it('may have several addresses, each with its own headers', () => {
    const sources = [
      { url, userAgent: 'VLC/3', referrer: null },
      { _id: '7', url: 'internal:demo/1' },
    ];
    expect(channelInputSchema.parse({ name: 'Uno', sources })).toEqual({ name: 'Uno', sources });
  });

  it('gets the section «General» by default', () => {
    expect(channelInputSchema.parse({ name: 'Uno', url, section: ' ' }).section).toBe('General');
    expect(channelInputSchema.parse({ name: 'Uno', url, section: 'Cine' }).section).toBe('Cine');
  });

  it('has no logo when the logo’s address is empty', () => {
    const pictures = { logo: '', customThumbnail: null, thumbnail: 'internal:demo/1.webp' };
    expect(channelInputSchema.parse({ name: 'Uno', url, ...pictures })).toMatchObject({
      ...pictures,
      logo: null,
    });
  });

  it.each([
    [{ name: 'x'.repeat(201) }, 'name: Admite como máximo 200 caracteres.'],
    [{ logo: 'logo.png' }, 'logo: Debe ser una dirección http:// o https://.'],
    [{ section: 'x'.repeat(101) }, 'section: Admite como máximo 100 caracteres.'],
    [{ active: 1 }, 'active: Debe ser true o false.'],
    [{ isFeatured: 'true' }, 'isFeatured: Debe ser true o false.'],
    [{ isPubliclyVisible: null }, 'isPubliclyVisible: Debe ser true o false.'],
    [{ requiresPlan: 'premium' }, 'requiresPlan: Debe ser una lista de planes.'],
    [{ userAgent: 'x'.repeat(501) }, 'userAgent: Admite como máximo 500 caracteres.'],
    [{ userAgent: 'VLC\u0000' }, 'userAgent: Contiene caracteres que no se admiten.'],
    [{ cookie: 'x'.repeat(2_049) }, 'cookie: Admite como máximo 2048 caracteres.'],
    [{ sources: [] }, 'sources: El canal necesita al menos una dirección.'],
    [{ sources: url }, 'sources: Debe ser una lista de direcciones.'],
    [{ sources: Array.from({ length: 51 }, () => ({ url })) }, 'sources: Admite como máximo 50 direcciones.'],
    [{ sources: [{ url, _id: 'a b' }] }, 'sources.0._id: No es un identificador válido.'],
  ])('is refused with %o', (fields, sentence) => {
    expect(faults({ name: 'Uno', url, ...fields })).toEqual([sentence]);
  });

  it.each(['userAgent', 'referrer', 'cookie', 'origin'])('is refused with a line break in its %s', (name) => {
    const fields = { sources: [{ url, [name]: 'a=b\r\nx-otra: 1' }] };
    expect(faults({ name: 'Uno', ...fields })).toEqual([
      `sources.0.${name}: Contiene caracteres que no se admiten.`,
    ]);
  });

  it('is refused with the invalid one of its addresses named', () => {
    const [fault] = faults({ name: 'Uno', sources: [{ url }, { url: 'tv.example' }] });
    expect(fault).toMatch(/^sources\.1\.url: Debe ser una dirección completa que empiece por http:/);
  });

  it.each([null, [], 'x'])('cannot be %o', (value) => {
    expect(faults(value)).toEqual([': Debe ser un objeto.']);
  });
});

describe('a change to a channel', () => {
  it('may set any single field, or none', () => {
    for (const change of [{}, { name: 'Dos' }, { active: false }, { userAgent: null }, { revision: '3' }]) {
      expect(channelPatchSchema.parse(change)).toEqual(change);
    }
  });

  it('follows the rules for a new channel', () => {
    expect(faultsOf(channelPatchSchema, { name: ' ' })).toEqual(['name: Este dato es obligatorio.']);
    expect(faultsOf(channelPatchSchema, { url: '' })).toHaveLength(1);
    expect(faultsOf(channelPatchSchema, { sources: [] })).toEqual([
      'sources: El canal necesita al menos una dirección.',
    ]);
    expect(channelPatchSchema.parse({ section: '' })).toEqual({ section: 'General' });
  });
});

describe('the query of the list of channels', () => {
  it('asks by default for all channels, featured or not', () => {
    expect(listChannels.input.query.parse({})).toEqual({ featured: false });
    expect(listChannels.input.query.parse({ featured: 'true', section: 'Cine' })).toEqual({
      featured: true,
      section: 'Cine',
    });
  });

  it('may omit what the client plays', () => {
    expect(getChannel.input.query.parse({})).toEqual({ for: 'here', playlists: false });
    expect(getChannel.input.query.parse({ can: 'mse', for: 'cast' })).toEqual({
      can: new Set(['mse']),
      for: 'cast',
      playlists: false,
    });
  });

  it('has fifty channels per page for administrators', () => {
    expect(listAdminChannels.input.query.parse({})).toEqual({ page: 1, limit: 50 });
  });
});
