import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { makeSbom } from './sbom.mjs';

interface LockEntry {
  version?: string;
  dev?: boolean;
  link?: boolean;
}

let bom: Awaited<ReturnType<typeof makeSbom>>;
beforeAll(async () => {
  bom = await makeSbom();
});

describe('the bill of materials', () => {
  it('has every npm package that the product needs to run, and none that only builds or tests it', () => {
    const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
      packages: Record<string, LockEntry>;
    };
    const needed = Object.entries(packages)
      .filter(([place, { dev, link }]) => place.includes('node_modules/') && dev !== true && link !== true)
      .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`);
    const listed = bom.components.map(({ 'bom-ref': ref }) => ref);
    expect(needed.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.some((ref) => ref.startsWith('react@'))).toBe(true);
    expect(listed.filter((ref) => /^(?:vite|playwright-core)@/.test(ref))).toEqual([]);
  });

  it('is a CycloneDX document of this product whose dependencies are all listed', () => {
    expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'butaca']);
    const listed = new Set(bom.components.map(({ 'bom-ref': ref }) => ref));
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !listed.has(ref))).toEqual(
      [],
    );
  });
});
