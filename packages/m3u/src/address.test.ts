import { describe, expect, it } from 'vitest';
import { normaliseAddress, providerKey, splitAddress, streamKindOf } from './address.ts';
import { guessKind } from './guess-kind.ts';

describe('splitAddress', () => {
  it('takes the request headers off an address', () => {
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

  it.each([
    'http://192.168.1.20:8080/x',
    'http://servidor/x.ts',
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

  it('uses the xui-id where the path names no entry', () => {
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
  ])('reads %s as %s', (address, kind) => {
    expect(streamKindOf(address)).toBe(kind);
  });
});

describe('guessKind', () => {
  it.each([
    ['http://p.tv/live/u/p/1.ts', 'TNT SERIES HD', 'live'],
    ['http://p.tv/u/p/1', 'CINEMAX HD', 'live'],
    ['http://p.tv/x.m3u8', 'SPORTV HD', 'live'],
    ['http://p.tv/x.mp4', 'Reis Cap 45', 'episode'],
    ['http://p.tv/series/u/p/2.mkv', 'Reis', 'episode'],
    ['http://p.tv/movie/u/p/3.mkv', 'Metrópolis (1927)', 'movie'],
    ['http://p.tv/metropolis.avi', 'Metrópolis', 'movie'],
  ])('classifies %s «%s» as %s', (address, title, kind) => {
    expect(guessKind({ address, title })).toBe(kind);
  });
});
