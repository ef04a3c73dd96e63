import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareType, isPlaylistType, mediaHeaders, readRange } from './media-headers.ts';

describe('readRange', () => {
  it.each(['bytes=0-', 'bytes=0-0', 'bytes=500-999', 'bytes=-500', `bytes=${'9'.repeat(15)}-`])(
    'passes the range %s on to the provider',
    (range) => expect(readRange({ range })).toEqual({ range }),
  );

  it.each([
    'bytes=0-1,5-6',
    'bytes=-',
    'bytes=',
    'bytes 0-1',
    'items=0-1',
    'bytes= 0-1',
    'bytes=0-1\r\nx: y',
    `bytes=${'9'.repeat(16)}-`,
    '',
  ])('requests the whole file for the unusable range %j', (range) => {
    expect(readRange({ range, 'if-range': '"a"' })).toEqual({});
  });

  it.each(['"a1-b2"', 'W/"a"', '""', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'passes the validator %s on together with its range',
    (ifRange) => {
      const range = 'bytes=5-';
      expect(readRange({ range, 'if-range': ifRange })).toEqual({ range, ifRange });
      expect(readRange({ 'if-range': ifRange })).toEqual({});
    },
  );

  it.each(['a', '"a', '"a"b"', `"${'a'.repeat(201)}"`, '"a\u00e9"', 'ayer', 'Wed, 21 Oct 2026 07:28:00'])(
    'drops the malformed validator %j',
    (ifRange) => {
      expect(readRange({ range: 'bytes=5-', 'if-range': ifRange })).toEqual({ range: 'bytes=5-' });
    },
  );
});

describe('mediaHeaders', () => {
  const always = { 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' };

  it.each([
    ['video/mp4', 'video/mp4'],
    ['VIDEO/MP2T; charset=binary', 'video/mp2t'],
    ['audio/x-aac', 'audio/x-aac'],
    ['Text/VTT; charset=latin1', 'text/vtt; charset=utf-8'],
    ['image/webp', 'image/webp'],
    ['application/mp4', 'application/mp4'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/javascript', 'application/octet-stream'],
    ['video/mp4 text/html', 'application/octet-stream'],
    ['video/', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    [undefined, 'application/octet-stream'],
  ])('turns the content type %j into one that no browser runs: %s', (given, expected) => {
    expect(mediaHeaders({ 'content-type': given })).toEqual({ ...always, 'content-type': expected });
  });

  /** The beginning of a body in Ogg, whose first packet begins with the given text. */
  const oggOf = (packet: string): Buffer =>
    Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(22, 2),
      Buffer.of(1, 30),
      Buffer.from(packet, 'latin1'),
    ]);

  it.each([
    ['application/ogg', '\u0001vorbis', 'audio/ogg'],
    ['application/octet-stream', 'OpusHead', 'audio/ogg'],
    [undefined, '\u007fFLAC', 'audio/ogg'],
    ['application/ogg; charset=binary', 'Speex   1.2', 'audio/ogg'],
    ['application/ogg', '\u0080theora', 'application/octet-stream'],
    ['video/ogg', '\u0001vorbis', 'video/ogg'],
  ])('reads of Ogg that is sent as %s and begins with %j the type %s', (type, packet, expected) => {
    expect(mediaHeaders({ 'content-type': type }, oggOf(packet))).toMatchObject({ 'content-type': expected });
  });

  it('reads no type from a part of Ogg that is too short', () => {
    const head = oggOf('\u0001vorbis').subarray(0, 1);
    expect(mediaHeaders({ 'content-type': 'application/ogg' }, head)).toEqual(always);
  });

  it('passes on the headers that a player needs to continue reading a file', () => {
    const needed = {
      'content-length': '1234',
      'content-range': 'bytes 0-1233/5000',
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT',
    };
    expect(mediaHeaders(needed)).toEqual({ ...always, ...needed });
  });

  it.each([
    ['content-length', '-1'],
    ['content-length', '12, 13'],
    ['content-range', 'bytes 0-1'],
    ['content-range', 'bytes a-b/c'],
    ['accept-ranges', 'none'],
    ['etag', 'sin comillas'],
    ['last-modified', 'ayer'],
    ['set-cookie', 'sesion=1'],
    ['location', 'http://proveedor.example/'],
    ['server', 'nginx'],
    ['content-encoding', 'gzip'],
    ['content-security-policy', 'default-src *'],
  ])('drops the header %s: %s', (name, value) => {
    expect(mediaHeaders({ [name]: value })).toEqual(always);
    expect(mediaHeaders({ [name]: [value, value] })).toEqual(always);
  });

  it.each(['bytes */5000', 'bytes 0-9/*'])(
    'passes the content range %s on, although part of it is unknown',
    (range) => {
      expect(mediaHeaders({ 'content-range': range })).toEqual({ ...always, 'content-range': range });
    },
  );

  it('lets no line break from a provider header into the answer', () => {
    const name = fc.constantFrom('content-type', 'content-length', 'content-range', 'etag', 'last-modified');
    const value = fc.string({
      unit: fc.constantFrom('\r', '\n', '"', 'a', '1', '/', ' ', 'bytes ', 'video/mp4'),
    });
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        expect(Object.values(mediaHeaders(headers)).join('')).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe('a content type', () => {
  it.each([
    ['application/vnd.apple.mpegurl', true],
    ['application/x-mpegURL; charset=utf-8', true],
    ['audio/mpegurl', true],
    [' audio/x-mpegurl ', true],
    ['video/x-mpegurl', false],
    ['application/dash+xml', false],
    ['text/plain', false],
    [undefined, false],
  ])('%j is that of an HLS playlist: %s', (type, expected) => {
    expect(isPlaylistType(type)).toBe(expected);
  });

  it('is compared without its parameters', () => {
    expect(bareType('Text/VTT ; charset="a;b"')).toBe('text/vtt');
    expect(bareType(';')).toBe('');
    expect(bareType(undefined)).toBe('');
  });
});
