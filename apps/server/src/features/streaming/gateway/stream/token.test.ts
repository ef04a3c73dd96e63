import { itemKeyOf, itemKinds } from '@butaca/contract';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamSealer, type SealedStream } from './token.ts';

const key = Buffer.alloc(32, 1);
const stream: SealedStream = {
  role: 'source',
  streamKind: 'hls',
  address: 'http://usuario:clave@proveedor.example/live/1.m3u8',
  userAgent: 'Reproductor/1.0',
  referrer: null,
  grant: {
    accountId: 'cuenta',
    deviceId: 'dispositivo',
    sessionKey: 'sesión',
    itemKey: 'channel:1',
    isTrial: false,
    issuedAtSeconds: 1_799_956_800,
  },
  expiresAtSeconds: 1_800_000_000,
};

const anyKey = fc.tuple(fc.constantFrom(...itemKinds), fc.string()).map(([kind, id]) => itemKeyOf(kind, id));

const anyCookies = fc.record({ text: fc.string(), site: fc.string() });
const anyHeaders = fc.oneof(
  fc.constant({}),
  fc.record({ origin: fc.string(), cookies: fc.option(anyCookies, { nil: null }) }),
  fc.record({ origin: fc.option(fc.string(), { nil: null }), cookies: anyCookies }),
);

const anyPlainStream = fc.record({
  role: fc.constantFrom('source', 'playlist', 'bytes', 'key', 'file', 'template'),
  streamKind: fc.constantFrom('hls', 'dash', 'ts', 'file'),
  address: fc.string({ unit: 'binary' }),
  userAgent: fc.option(fc.string()),
  referrer: fc.option(fc.string()),
  grant: fc.record({
    accountId: fc.string(),
    deviceId: fc.string(),
    sessionKey: fc.string(),
    itemKey: anyKey,
    playableKey: fc.option(anyKey, { nil: null }),
    isTrial: fc.boolean(),
    network: fc.option(fc.string(), { nil: null }),
    issuedAtSeconds: fc.nat(),
  }),
  expiresAtSeconds: fc.nat(),
  durationSeconds: fc.option(fc.nat(), { nil: null }),
  part: fc.option(fc.record({ fromSeconds: fc.nat(), toSeconds: fc.nat() }), { nil: null }),
  slice: fc.option(fc.record({ fromByte: fc.nat(), toByte: fc.nat() }), { nil: null }),
}) satisfies fc.Arbitrary<SealedStream>;

const anyStream = fc.tuple(anyPlainStream, anyHeaders).map(([plain, headers]) => ({ ...plain, ...headers }));

describe('createStreamSealer', () => {
  const sealer = createStreamSealer(key);

  it('opens what it has sealed', () => {
    fc.assert(
      fc.property(anyStream, (any) => {
        expect(sealer.open(sealer.seal(any))).toEqual(any);
      }),
    );
  });

  it('gives the same stream the same token in every process with the same key', () => {
    expect(createStreamSealer(key).seal(stream)).toBe(sealer.seal({ ...stream }));
  });

  it('gives different tokens with different IVs to streams that differ in anything', () => {
    const tokens = [
      stream,
      { ...stream, role: 'playlist' as const },
      { ...stream, streamKind: 'ts' as const },
      { ...stream, expiresAtSeconds: stream.expiresAtSeconds + 1 },
      { ...stream, grant: { ...stream.grant, sessionKey: 'otra' } },
    ].map((each) => Buffer.from(sealer.seal(each), 'base64url'));
    expect(new Set(tokens.map((token) => token.subarray(3, 15).toString('hex'))).size).toBe(tokens.length);
  });

  it('reveals nothing of the stream in its token', () => {
    const token = sealer.seal(stream);
    const bytes = Buffer.from(token, 'base64url').toString('latin1');
    for (const secret of ['proveedor', 'usuario', 'clave', 'Reproductor', 'cuenta']) {
      expect(token + bytes).not.toContain(secret);
    }
  });

  it('opens no token with any one bit flipped', () => {
    const token = sealer.seal(stream);
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7); // The byte exists: `bit` is less than the number of bits in the token.
      expect(sealer.open(flipped.toString('base64url'))).toBeUndefined();
    }
  });

  it('opens no token with any one character changed, removed or added', () => {
    const token = sealer.seal(stream);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %\u00e9';
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...Array.from(alphabet)), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(sealer.open(changed)).toBeUndefined();
        expect(sealer.open(token.slice(0, at) + token.slice(at + 1))).toBeUndefined();
        expect(sealer.open(token.slice(0, at) + character + token.slice(at))).toBeUndefined();
      }),
    );
  });

  it('opens no other spelling of a token', () => {
    const token = sealer.seal(stream);
    for (const other of [
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token}\n`,
      `${token}!`,
      token.toLowerCase(),
    ]) {
      expect(sealer.open(other)).toBeUndefined();
    }
  });

  it('opens nothing that it did not seal', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(sealer.open(text)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const framed = Buffer.concat([Buffer.of(1), bytes]);
        expect(sealer.open(framed.toString('base64url'))).toBeUndefined();
      }),
    );
  });

  it('opens no token of another key or another version', () => {
    const token = sealer.seal(stream);
    expect(createStreamSealer(randomBytes(32)).open(token)).toBeUndefined();
    const bytes = Buffer.from(token, 'base64url');
    bytes[0] = (bytes[0] ?? 0) + 1;
    expect(sealer.open(bytes.toString('base64url'))).toBeUndefined();
  });

  it('opens a present address with its own token only, and reveals nothing of it', () => {
    const token = sealer.seal(stream);
    const other = sealer.seal({ ...stream, role: 'bytes' });
    const address = 'http://proveedor.example/live/1.ts?canje=secreto';
    const sealed = sealer.sealAddress(address, token);
    expect(sealer.openAddress(sealed, token)).toBe(address);
    expect(createStreamSealer(key).sealAddress(address, token)).toBe(sealed);
    expect(sealed + Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secreto');
    expect(sealer.openAddress(sealed, other)).toBeUndefined();
    expect(sealer.openAddress(token, token)).toBeUndefined();
    expect(sealer.open(sealed)).toBeUndefined();
    const ivs = [sealed, sealer.sealAddress(address, other), sealer.sealAddress(`${address}1`, token)];
    expect(new Set(ivs.map((text) => text.slice(0, 17))).size).toBe(3);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(sealer.openAddress(any, token)).toBeUndefined();
      }),
    );
  });

  it('refuses a key of another length', () => {
    expect(() => createStreamSealer(randomBytes(16))).toThrow('32 bytes');
  });
});
