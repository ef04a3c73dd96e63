import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readInternalAddress,
  readSourceAddress,
  resolveAddress,
  steadyAddress,
  streamFolder,
  streamPath,
} from './stream-address.ts';

describe('an internal address', () => {
  it.each([
    ['internal:demo/live/musa', { name: 'demo', path: 'live/musa' }],
    ['internal://demo/live/musa', { name: 'demo', path: 'live/musa' }],
    ['internal:remux/clave/index.m3u8', { name: 'remux', path: 'clave/index.m3u8' }],
    ['internal:demo', { name: 'demo', path: '' }],
    ['internal:demo/', { name: 'demo', path: '' }],
    ['internal:demo/a/../b', { name: 'demo', path: 'b' }],
  ])('%s is read as a media name and a path', (address, expected) => {
    expect(readInternalAddress(readSourceAddress(address))).toEqual(expected);
  });

  it('cannot leave the media that it names through dot segments', () => {
    const step = fc.constantFrom('..', '.', 'a', '%2e%2e', '%2e.', '');
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const found = readInternalAddress(readSourceAddress(`internal:demo/${steps.join('/')}`));
        expect(found?.name).toBe('demo');
        expect(found?.path.split('/')).not.toContain('..');
      }),
    );
  });

  it.each(['http://demo/live', 'https://internal/live', 'file:///demo', 'internal:demo', '', 'internal://['])(
    'is recognised only in its normalised form, not in %j',
    (address) => expect(readInternalAddress(address)).toBeUndefined(),
  );

  it('is normalised once, and addresses of other kinds are left unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, path) => {
        const once = readSourceAddress(`internal:${path}`);
        expect(readSourceAddress(once)).toBe(once);
        expect(readSourceAddress(url)).toBe(url);
      }),
    );
  });
});

describe('resolveAddress', () => {
  const base = 'http://proveedor.example:8080/live/usuario/1.m3u8?firma=1#ancla';

  it.each([
    ['2.ts', 'http://proveedor.example:8080/live/usuario/2.ts'],
    ['../2.ts', 'http://proveedor.example:8080/live/2.ts'],
    ['../../../../2.ts', 'http://proveedor.example:8080/2.ts'],
    ['?otra=2', 'http://proveedor.example:8080/live/usuario/1.m3u8?otra=2'],
    ['', 'http://proveedor.example:8080/live/usuario/1.m3u8?firma=1'],
    ['#otra', 'http://proveedor.example:8080/live/usuario/1.m3u8?firma=1'],
    ['HTTPS://B.example/Á.ts', 'https://b.example/%C3%81.ts'],
    ['http:2.ts', 'http://proveedor.example:8080/live/usuario/2.ts'],
    ['//0x7f.1/a', 'http://127.0.0.1/a'],
  ])('resolves %j as a browser would', (reference, expected) => {
    expect(resolveAddress(reference, base)).toBe(expected);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://b.example/',
    'data:,a',
    'blob:http://b.example/1',
    'https://',
    'http://a:b:c/',
    'http://0192f000.xtream.invalid/live/-/-/1.ts',
    '//0192f000.XTREAM.%69nvalid.:80/live/-/-/1.ts',
  ])('refuses the reference %j', (reference) => expect(resolveAddress(reference, base)).toBeUndefined());

  it('refuses internal addresses from the internet and from other internal media', () => {
    expect(resolveAddress('internal://demo/a', base)).toBeUndefined();
    expect(resolveAddress('internal://remux/a', 'internal://demo/b')).toBeUndefined();
    expect(resolveAddress('internal://demo/a', 'internal://demo/b')).toBe('internal://demo/a');
    expect(resolveAddress('https://b.example/a', 'internal://demo/b')).toBe('https://b.example/a');
  });

  it('accepts an address of 8,192 characters and none that is longer', () => {
    const start = 'http://b.example/';
    const longest = start + 'a'.repeat(8_192 - start.length);
    expect(resolveAddress(longest, base)).toBe(longest);
    expect(resolveAddress(`${longest}a`, base)).toBeUndefined();
    expect(resolveAddress(`${longest}#ancla`, base)).toBe(longest);
  });

  it('gives an address that is already resolved back unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.webPath(), fc.string()),
        (reference) => {
          const resolved = resolveAddress(reference, base);
          fc.pre(resolved !== undefined);
          expect(resolveAddress(resolved, base)).toBe(resolved);
        },
      ),
    );
  });
});

describe('streamPath', () => {
  const address = 'http://proveedor.example/usuario/clave/secreto.mkv';

  it.each([
    ['source', 'hls', 'index.m3u8'],
    ['source', 'dash', 'manifest.mpd'],
    ['source', 'ts', 'stream.ts'],
    ['source', 'file', 'video'],
    ['playlist', 'hls', 'index.m3u8'],
    ['playlist', 'dash', 'manifest.mpd'],
    ['key', 'hls', 'key.bin'],
    ['bytes', 'hls', 'segment'],
    ['file', 'dash', 'segment'],
  ] as const)('of a %s in %s ends with %s, and tells nothing of the provider', (role, streamKind, name) => {
    expect(streamPath('testigo', { role, streamKind, address })).toBe(`/api/stream/testigo/${name}`);
  });

  it.each([
    ['a.ts', 'segment.ts'],
    ['a.M4S', 'segment.m4s'],
    ['a.mp4?x=.ts', 'segment.mp4'],
    ['a.webvtt', 'segment.webvtt'],
    ['a.ts.php', 'segment'],
    ['a.exe', 'segment'],
    ['ts', 'segment'],
    ['', 'segment'],
  ])('of the segment %j ends with %s, whose extension players rely on', (file, name) => {
    const segment = { role: 'bytes', streamKind: 'hls', address: `http://b.example/${file}` } as const;
    expect(streamPath('testigo', segment)).toBe(`${streamFolder('testigo')}/${name}`);
  });
});

describe('the steady address of a segment', () => {
  const base = 'http://proveedor.example/live/index.m3u8?canje=1';
  it.each([
    ['1.ts', 'http://proveedor.example/live/1.ts'],
    ['1.ts?canje=2#parte', 'http://proveedor.example/live/1.ts'],
    ['/a/1.ts?canje=2', 'http://proveedor.example/a/1.ts'],
    ['https://otro.example/1.ts?canje=2', 'https://otro.example/1.ts'],
  ])('named %s has no query and depends on no redirect', (reference, expected) => {
    expect(steadyAddress(reference, base, 'http://servidor-7.example/x/1.ts?canje=2')).toBe(expected);
  });

  it('is the present address without its query when the reference cannot be resolved at the base', () => {
    expect(steadyAddress('//', base, 'http://servidor-7.example/1.ts?canje=2')).toBe(
      'http://servidor-7.example/1.ts',
    );
  });
});
