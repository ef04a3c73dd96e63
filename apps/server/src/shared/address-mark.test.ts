import { describe, expect, it } from 'vitest';
import { markAddress, shortMark } from './address-mark.ts';

describe('the mark of an address in the audit log', () => {
  it.each([
    ['http://ana:clave@tv.ejemplo:8080/live/ana/clave/7.ts', 'tv.ejemplo:8080'],
    ['https://tv.ejemplo/canal.m3u8?token=secreto', 'tv.ejemplo'],
    ['internal:demo/live/a/index.m3u8', 'interna'],
    ['dQw4w9WgXcQ', 'clave'],
  ])('of %s is its host and six characters', (address, host) => {
    expect(markAddress(address)).toMatch(new RegExp(`^${host} \\([0-9a-f]{6}\\)$`));
    expect(markAddress(address)).not.toMatch(/ana|secreto|live/);
  });

  it('is the same for the same address, and different for different ones', () => {
    expect(markAddress('http://tv.ejemplo/1')).toBe(markAddress('http://tv.ejemplo/1'));
    expect(markAddress('http://tv.ejemplo/1')).not.toBe(markAddress('http://tv.ejemplo/2'));
    expect(shortMark('')).toMatch(/^[0-9a-f]{6}$/);
  });
});
