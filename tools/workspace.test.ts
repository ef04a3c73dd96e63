import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWorkspaceFaults } from './workspace.mjs';

interface House {
  root: Record<string, unknown>;
  web: Record<string, unknown>;
  ui: Record<string, unknown>;
  lock: Record<string, Record<string, unknown>>;
}

let folder: string;
let house: House;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'butaca-workspace-'));
  house = {
    root: { devDependencies: { vite: '8.3.8' } },
    web: { dependencies: { react: '19.3.1' }, devDependencies: { vite: '8.3.8' } },
    ui: { exports: { '.': './src/index.ts', './theme.css': './src/theme.css' } },
    lock: {
      '': {},
      'packages/ui': {},
      'node_modules/@butaca/ui': { link: true },
      'node_modules/react': { version: '19.3.1', license: '(MIT OR GPL-2.0)', engines: { node: '>=18' } },
      'node_modules/vite': { version: '8.3.8', license: 'MIT', optionalDependencies: { mac: '1.0.0' } },
      'node_modules/vite/node_modules/mac': {
        version: '1.0.0',
        license: 'Apache-2.0 AND MIT',
        optional: true,
      },
    },
  };
  write('packages/ui/src/index.ts', `export { a } from './a.ts';`);
  write('apps/web/src/features/browse/home/index.ts', `export { a } from './a.ts';`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string) {
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

function findFaults() {
  write('package.json', JSON.stringify(house.root));
  write('apps/web/package.json', JSON.stringify(house.web));
  write('packages/ui/package.json', JSON.stringify(house.ui));
  write('package-lock.json', JSON.stringify({ packages: house.lock }));
  return findWorkspaceFaults(folder);
}

describe('findWorkspaceFaults', () => {
  it('finds nothing in a repository without faults', () => {
    expect(findFaults()).toEqual([]);
  });

  it('names a version that is a range', () => {
    house.web['dependencies'] = { react: '^19.3.1' };
    expect(findFaults()).toEqual(['apps/web/package.json does not pin react exactly: ^19.3.1']);
  });

  it('names two versions of one dependency', () => {
    house.web['devDependencies'] = { vite: '8.3.7' };
    expect(findFaults()).toEqual(['apps/web/package.json has vite 8.3.7, package.json has 8.3.8']);
  });

  it('names a licence that is not on the list, and a missing one', () => {
    house.lock['node_modules/a'] = { version: '1.0.0', license: 'MIT AND SSPL-1.0' };
    house.lock['node_modules/b'] = { version: '1.0.0' };
    expect(findFaults()).toEqual([
      'a 1.0.0 has the licence MIT AND SSPL-1.0',
      'b 1.0.0 has the licence none',
    ]);
  });

  it('names an install script that nobody reviewed', () => {
    house.lock['node_modules/a'] = { version: '1.0.0', license: 'MIT', hasInstallScript: true };
    expect(findFaults()).toEqual(['a 1.0.0 has an install script that nobody reviewed']);
  });

  it('names a dependency that does not run on the oldest Node', () => {
    house.lock['node_modules/a'] = { version: '1.0.0', license: 'MIT', engines: { node: '>=22' } };
    expect(findFaults()).toEqual(['a 1.0.0 wants Node >=22, the product promises 20.19.0']);
  });

  it('names a package for another system that the lockfile leaves out', () => {
    delete house.lock['node_modules/vite/node_modules/mac'];
    expect(findFaults()).toEqual(['vite 8.3.8 needs mac, which package-lock.json leaves out']);
  });

  it('names a second barrel in a package and any barrel in an app', () => {
    write('packages/ui/src/form/index.ts', `export { b } from './b.ts';`);
    write('packages/ui/src/schema/index.ts', `export const c = 1;`);
    write('apps/web/src/platform/index.ts', `export const d = 1;`);
    expect(findFaults()).toEqual([
      'apps/web/src/platform/index.ts is a barrel where none belongs',
      'packages/ui/src/form/index.ts is a barrel where none belongs',
    ]);
  });

  it('names a second public entry file of a package', () => {
    house.ui['exports'] = { '.': './src/index.ts', './form': './src/form.ts' };
    expect(findFaults()).toEqual(['packages/ui has a second door, ./form']);
  });

  it('names a package without a barrel', () => {
    rmSync(path.join(folder, 'packages/ui/src/index.ts'));
    write('packages/ui/src/a.ts', '');
    expect(findFaults()).toEqual(['packages/ui has no src/index.ts']);
  });

  it('names an empty folder', () => {
    mkdirSync(path.join(folder, 'docs/decisions'), { recursive: true });
    expect(findFaults()).toEqual(['docs/decisions is empty']);
  });
});
