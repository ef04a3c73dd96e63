import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesStreamKind, normaliseAddress, providerKey, splitAddress, streamKindOf } from './address.ts';

describe('splitAddress', () => {
  it('separates the request headers from an address', () => {
    expect(splitAddress('http://a.tv/1.ts|User-Agent=VLC%2F3&Referer=https://b.tv/&X-Other=1')).toEqual({
      address: 'http://a.tv/1.ts',
      headers: { userAgent: 'VLC/3', referrer: 'https://b.tv/' },
    });
  });

  it('does not split at %7C', () => {
    expect(splitAddress('http://a.tv/1.ts%7CUser-Agent=x')).toEqual({
      address: 'http://a.tv/1.ts%7CUser-Agent=x',
      headers: {},
    });
  });

  it('writes blanks inside a path or query as %20, and drops those around', () => {
    expect(splitAddress(' http://a.tv/Mi película 1.mp4?t=a b |User-Agent=x y')).toEqual({
      address: 'http://a.tv/Mi%20película%201.mp4?t=a%20b',
      headers: { userAgent: 'x y' },
    });
  });

  it.each([
    'http://192.168.1.20:8080/x',
    'http://servidor/x.ts',
    'http://invalid.example/xtream.invalid/1.ts',
    'rtmp://a.tv/live',
    'udp://@239.0.0.1:1234',
  ])('accepts %s', (text) => {
    expect(splitAddress(text)?.address).toBe(text);
  });

  it.each([
    '[NO PUBLIC STREAM]',
    'new: https://a.tv/x',
    'a.tv/x',
    '//a.tv/x',
    'http://',
    'javascript:alert(1)',
    `http://a.tv/${'x'.repeat(8_192)}`,
    'http://0192f000.xtream.invalid/live/-/-/1.ts',
    'HTTP://ana@cuenta.XTREAM.%69nvalid.:80/live/-/-/1.ts',
    'rtmp://cuenta.invalid/live',
  ])('refuses %s', (text) => {
    expect(splitAddress(text)).toBeUndefined();
  });
});

describe('normaliseAddress', () => {
  it.each([
    ['HTTP://A.tv:80/x/', 'http://a.tv/x'],
    ['https://a.tv:443', 'https://a.tv'],
    ['https://a.tv:8443/', 'https://a.tv:8443'],
    ['http://Ana:Clave@A.TV/Ruta?Q=1#x', 'http://Ana:Clave@a.tv/Ruta?Q=1'],
    ['rtmp://A.tv/live', 'rtmp://a.tv/live'],
  ])('normalises %s to %s', (address, normal) => {
    expect(normaliseAddress(address)).toBe(normal);
    expect(normaliseAddress(normal)).toBe(normal);
  });
});

describe('providerKey', () => {
  it('does not depend on the user and password', () => {
    expect(providerKey('http://p.tv:8080/live/ana/uno/123.ts')).toBe('p.tv/live/123');
    expect(providerKey('http://p.tv:80/live/eva/dos/123.m3u8?token=9')).toBe('p.tv/live/123');
    expect(providerKey('http://p.tv/movie/ana/uno/9.mkv')).toBe('p.tv/movie/9');
    expect(providerKey('http://p.tv/ana/uno/123')).toBe('p.tv/live/123');
  });

  it('uses the xui-id when the path does not name the entry', () => {
    expect(providerKey('http://p.tv/x.m3u8', '55')).toBe('p.tv/xui/55');
    expect(providerKey('http://p.tv/x.m3u8')).toBeUndefined();
  });
});

describe('streamKindOf', () => {
  it.each([
    ['https://a.tv/x.m3u8?token=1', 'hls'],
    ['https://a.tv/x.mpd', 'dash'],
    ['http://a.tv/live/u/p/1.ts', 'ts'],
    ['http://a.tv/u/p/123', 'ts'],
    ['http://a.tv/movie/u/p/1.mp4', 'file'],
    ['http://a.tv/pelicula.mkv', 'file'],
    ['https://a.tv/manifest(format=m3u8-cmaf)', 'hls'],
    ['https://a.tv/play.php?id=7', 'hls'],
    ['http://a.tv/pelicula.3gp', 'file'],
    ['http://a.tv/pelicula.OGV', 'file'],
    ['http://a.tv/pelicula.m2ts', 'ts'],
  ])('reads %s as %s', (address, kind) => {
    expect(streamKindOf(address)).toBe(kind);
  });

  it.each([
    ['https://a.tv/x.m3u8?token=1', true],
    ['http://a.tv/u/p/123', true],
    ['http://a.tv/get.php?username=u&password=p', false],
    ['https://radio.tv:8000/emision', false],
  ])('knows whether the name says it: %s, %s', (address, isNamed) => {
    expect(namesStreamKind(address)).toBe(isNamed);
  });
});

describe('the headers of an address', () => {
  const headersOf = (text: string) => splitAddress(`http://a.tv/1|${text}`)?.headers;

  it.each([
    ['User-Agent=VLC', { userAgent: 'VLC' }],
    ['user-agent=VLC&referrer=https://b.tv', { userAgent: 'VLC', referrer: 'https://b.tv' }],
    ['http-user-agent=VLC&http-referrer=b', { userAgent: 'VLC', referrer: 'b' }],
    [' Referer = b ', { referrer: 'b' }],
    ['User-Agent=a=b', { userAgent: 'a=b' }],
    ['User-Agent=uno&User-Agent=dos', { userAgent: 'dos' }],
    ['User-Agent=100%', { userAgent: '100%' }],
    ['User-Agent=VLC%0D%0AX-Evil: 1', { userAgent: 'VLCX-Evil: 1' }],
    ['User-Agent=%00%01', {}],
    ['User-Agent=', {}],
    ['User-Agent', {}],
    ['Cookie=secreto&Authorization=x', { cookie: 'secreto' }],
    ['Origin=https://b.tv&X-Origin=c', { origin: 'https://b.tv' }],
    ['', {}],
  ])('are read from %s as %o', (text, headers) => {
    expect(headersOf(text)).toEqual(headers);
  });

  it('are cut to two thousand characters, never within an emoji', () => {
    expect(headersOf(`User-Agent=${'x'.repeat(3_000)}`)?.userAgent).toBe('x'.repeat(2_000));
    expect(headersOf(`User-Agent=${'x'.repeat(1_999)}🎬`)?.userAgent).toBe('x'.repeat(1_999));
  });
});

describe('splitAddress or normaliseAddress with an unusual text', () => {
  it.each([
    'http://[mal/x',
    'http://a.tv:99999/x',
    'http://a b.tv/x',
    'rtmp://a b.tv/x',
    'http://a.tv/x http://b.tv/y',
    'http://a.tv/x\ty',
    'http://a.tv/\u0007',
    'ftp://a.tv/x',
    '|x',
    '',
  ])('refuses %j', (text) => {
    expect(splitAddress(text)).toBeUndefined();
  });

  it('trims a text that is no address, and otherwise leaves it unchanged', () => {
    expect(normaliseAddress(' internal:demo/x ')).toBe('internal:demo/x');
    expect(normaliseAddress('no es nada')).toBe('no es nada');
  });

  it('keeps a port that is the default of another scheme', () => {
    expect(normaliseAddress('http://a.tv:443/x')).toBe('http://a.tv:443/x');
    expect(normaliseAddress('rtmp://a.tv:80/x')).toBe('rtmp://a.tv:80/x');
  });

  it('leaves a normalised address unchanged', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/);
    const url = fc
      .tuple(
        fc.constantFrom('http', 'HTTPS', 'rtmp'),
        part,
        fc.constantFrom('', ':80', ':443', ':8080'),
        fc.array(part),
      )
      .map(([scheme, host, port, path]) => `${scheme}://${host}.tv${port}/${path.join('/')}/`);
    fc.assert(
      fc.property(url, (address) => {
        const normal = normaliseAddress(address);
        expect(normaliseAddress(normal)).toBe(normal);
        expect(normaliseAddress(`${address}#fragmento`)).toBe(normal);
      }),
    );
  });
});

describe('the provider key of an unusual address', () => {
  it.each([
    ['http://P.TV/LIVE/ana/uno/123.ts', 'p.tv/live/123'],
    ['http://ana:uno@p.tv/live/a/b/123', 'p.tv/live/123'],
    ['https://p.tv:443/series/ana/uno/7.mkv', 'p.tv/series/7'],
    ['http://p.tv/ana/uno/123#x', 'p.tv/live/123'],
    ['http://p.tv/ana/uno/123.ts', undefined],
    ['http://p.tv/ana/uno/canal', undefined],
    ['http://p.tv/uno/123', undefined],
    ['http://p.tv', undefined],
    ['rtmp://p.tv/live/ana/uno/123', undefined],
    ['internal:demo/live/a', undefined],
  ])('for %s is %s', (address, key) => {
    expect(providerKey(address)).toBe(key);
  });

  it('is a non-empty name in the path rather than the xui-id', () => {
    expect(providerKey('http://p.tv/live/ana/uno/123.ts', '55')).toBe('p.tv/live/123');
    expect(providerKey('http://p.tv/ana/uno/123', '55')).toBe('p.tv/xui/55');
    expect(providerKey('http://p.tv/x', '')).toBeUndefined();
    expect(providerKey('rtmp://p.tv/x', '55')).toBeUndefined();
  });
});

describe('the stream kind of an unusual address', () => {
  it.each([
    ['http://a.tv/LISTA.M3U', 'hls'],
    ['http://a.tv/x.m3u8/', 'hls'],
    ['http://a.tv/x.mts', 'ts'],
    ['http://a.tv/x.MP4?token=a.m3u8', 'file'],
    ['http://a.tv/radio.mp3', 'file'],
    ['http://a.tv/radio.aac#x', 'file'],
    ['http://a.tv/play?file=x.m3u8', 'hls'],
    ['http://a.tv/live/u/p/1', 'ts'],
    ['http://a.tv/movie/u/p/1', 'hls'],
    ['http://a.tv/x.php', 'hls'],
    ['http://a.tv', 'hls'],
    ['internal:demo/x.mp4', 'file'],
  ])('for %s is %s', (address, kind) => {
    expect(streamKindOf(address)).toBe(kind);
  });
});
