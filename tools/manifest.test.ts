import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from './paths.mjs';

interface Manifest {
  id: string;
  start_url: string;
  scope: string;
  display: string;
  lang: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
}

const folder = inRoot('apps/web');
const manifest = JSON.parse(readFileSync(join(folder, 'public/manifest.webmanifest'), 'utf8')) as Manifest;
const paths = readFileSync(join(folder, 'src/shared/paths.ts'), 'utf8');
const page = readFileSync(join(folder, 'index.html'), 'utf8');

/** Reads the width and height of a PNG file from its header. */
function readSize(path: string): string {
  const bytes = readFileSync(path);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

it('the page names its manifest, which opens it as an app of its own', () => {
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'es' });
});

it('the icons have the sizes that browsers ask for, one of them may be cut to any shape', () => {
  for (const { src, sizes, type } of manifest.icons) {
    expect([src, type, readSize(join(folder, 'public', src))]).toEqual([src, 'image/png', sizes]);
  }
  const sizesOf = (purpose: string) =>
    manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(sizesOf('any')).toEqual(['192x192', '512x512']);
  expect(sizesOf('maskable')).toEqual(['512x512']);
  expect(readSize(join(folder, 'public/apple-touch-icon.png'))).toBe('180x180');
});

it('the shortcuts lead to screens of the product', () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['TV en Vivo', 'Mi lista']);
  for (const { url } of manifest.shortcuts) {
    expect(paths).toContain(`: '${url.replace('/#', '')}',`);
  }
});
