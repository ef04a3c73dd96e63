import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConversionKey, writeConversionKey, type ConversionKey } from './conversion-key.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const whole: unknown[] = ['http://proveedor.example/film.mkv', 'file', null, null, true];

describe('the key of a conversion', () => {
  it('is read back as it was written, and needs no escaping in an address', () => {
    const source = fc.record({
      address: fc.string({ unit: 'grapheme' }),
      streamKind: fc.constantFrom('file' as const, 'ts' as const, 'hls' as const),
      userAgent: fc.option(fc.string()),
      referrer: fc.option(fc.string()),
    });
    const cookies = fc.record({ text: fc.string(), site: fc.string() });
    const headers = fc.oneof(
      fc.constant({}),
      fc.record({ origin: fc.string(), cookies: fc.option(cookies) }),
      fc.record({ origin: fc.option(fc.string()), cookies }),
    );
    const anyKey: fc.Arbitrary<ConversionKey> = fc.record({
      source: fc.tuple(source, headers).map(([plain, given]) => ({ ...plain, ...given })),
      canHevcTs: fc.boolean(),
      isTranscoded: fc.boolean(),
    });
    fc.assert(
      fc.property(anyKey, (key) => {
        const written = writeConversionKey(key);
        expect(written).toMatch(/^[\w-]+$/);
        expect(readConversionKey(written)).toEqual(key);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no array', encode({ address: 'http://a.example/' })],
    ['null', encode(null)],
    ['an empty array', encode([])],
    ['an address that is no text', encode(whole.with(0, 5))],
    ['a kind that is not converted', encode(whole.with(1, 'dash'))],
    ['an unknown kind', encode(whole.with(1, 'rtmp'))],
    ['a user agent that is no text', encode(whole.with(2, {}))],
    ['a referrer that is missing', encode(whole.slice(0, 3))],
  ])('cannot be read from %s', (_what, key) => {
    expect(readConversionKey(key)).toBeUndefined();
  });

  it('states HEVC support only when the client clearly says so', () => {
    expect(readConversionKey(encode(whole))?.canHevcTs).toBe(true);
    for (const said of [false, null, 1, 'true']) {
      expect(readConversionKey(encode(whole.with(4, said)))?.canHevcTs).toBe(false);
    }
  });
});
