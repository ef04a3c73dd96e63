import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { samples } from '../apps/web/src/features/watch/native-test/samples.ts';
import { inRoot } from './paths.mjs';

const folder = inRoot('apps/web/public');

it('the test of the player has two MP4 files and an HLS stream, which are parts of the web client', () => {
  expect(samples.map(({ kind }) => kind)).toEqual(['MP4', 'MP4', 'HLS']);
  for (const { path } of samples) expect(statSync(join(folder, path)).size, path).toBeGreaterThan(100);
});

it('an MP4 sample begins playing before it is loaded: its index comes before its media', () => {
  for (const { path } of samples.filter(({ kind }) => kind === 'MP4')) {
    const bytes = readFileSync(join(folder, path)).toString('latin1');
    expect(bytes.slice(4, 8)).toBe('ftyp');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  }
});

it('the HLS sample names parts that exist', () => {
  const { path } = samples.find(({ kind }) => kind === 'HLS')!;
  const playlist = readFileSync(join(folder, path), 'utf8');
  const parts = [...playlist.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)"|([^#\s].*))$/gm)].map(
    ([, map, part]) => map ?? part,
  );
  expect(parts).toHaveLength(4);
  for (const part of parts) expect(existsSync(join(folder, dirname(path), part)), part).toBe(true);
});
