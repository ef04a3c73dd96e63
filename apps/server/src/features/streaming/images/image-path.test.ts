import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageVersion, readOrigin, versionedImagePath } from './image-path.ts';

describe('the stored address of an image', () => {
  it.each([
    ['internal:demo/canales/musa.svg', { path: 'canales/musa.svg' }],
    ['internal:demo/carteles/el-faro-2.webp', { path: 'carteles/el-faro-2.webp' }],
    ['http://a.example/logo.png', { address: 'http://a.example/logo.png' }],
    ['HTTPS://a.example', { address: 'HTTPS://a.example' }],
    ['http://u:p@a.example:8080/?x=1', { address: 'http://u:p@a.example:8080/?x=1' }],
  ])('%s is accepted', (stored, origin) => {
    expect(readOrigin(stored)).toEqual(origin);
  });

  it.each([
    '',
    'internal:demo/../clave.svg',
    'internal:demo/catalogue.json',
    'internal:demo/Canales/musa.svg',
    'internal:demo/musa.svg\n',
    'internal:remux/x.webp',
    'internal://demo/musa.svg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//a.example/logo.png',
    'http:///logo.png',
    'http:// a.example/',
    'http://[::1',
    `http://a.example/${'x'.repeat(2_048)}`,
  ])('%j is refused', (stored) => {
    expect(readOrigin(stored)).toBeUndefined();
    expect(versionedImagePath('video', 'uno', stored)).toBeNull();
  });

  it('never leads out of the demo folder', () => {
    const part = fc.constantFrom('..', '.', '/', 'a', '%2e', '\\', '.svg', '\0');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const origin = readOrigin(`internal:demo/${parts.join('')}`);
        if (origin !== undefined && 'path' in origin) expect(origin.path).not.toMatch(/\.\.|\\|%|\0/);
      }),
    );
  });
});

describe('the path of an image', () => {
  const stored = 'http://usuario:clave@a.example/logo.png';

  it.each([
    ['channel', '320'],
    ['video', '320'],
    ['backdrop', '1280'],
    ['chapter', '320'],
  ] as const)('of a %s has the usual width %s when no width is given', (kind, size) => {
    const version = imageVersion(stored);
    expect(versionedImagePath(kind, 'uno', stored)).toBe(`/api/images/${kind}/uno/${size}?v=${version}`);
    expect(versionedImagePath(kind, 'uno', stored, '160')).toBe(`/api/images/${kind}/uno/160?v=${version}`);
  });

  it('reveals nothing of the stored address, but changes with it', () => {
    const path = versionedImagePath('video', 'uno', stored);
    expect(path).not.toMatch(/usuario|clave|example/);
    expect(versionedImagePath('video', 'uno', `${stored}?2`)).not.toBe(path);
  });

  it('is null when there is no image', () => {
    expect(versionedImagePath('video', 'uno', null)).toBeNull();
  });
});
