import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootFolder } from './paths.mjs';
import { findRequirementFaults, listCitations } from './requirements.mjs';

const folders = ['apps', 'packages', 'tools', 'bench', 'deploy', 'docs'];
const pages = ['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'STYLE.md'];

describe('the numbered requirements', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-requirements-'));
    for (const folder of folders) mkdirSync(path.join(root, folder));
    for (const page of pages) writeFileSync(path.join(root, page), '');
    writeFileSync(path.join(root, 'apps/door.test.ts'), `it('is closed', () => {});\n`);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Finds the faults where docs/requisitos.md has the given rows, and a file the given comment. */
  function faultsOf(rows: readonly string[], comment = '') {
    const text = `| n.º | requisito | lo prueba |\n|---|---|---|\n${rows.join('\n')}\n`;
    writeFileSync(path.join(root, 'docs/requisitos.md'), text);
    writeFileSync(path.join(root, 'apps/door.ts'), comment);
    return findRequirementFaults(root);
  }

  const row = (number: string, proof = 'sin prueba propia') =>
    `| ${number} | La puerta se cierra. | ${proof} |`;

  it('have no fault in this repository', () => {
    expect(findRequirementFaults(rootFolder)).toEqual([]);
  });

  it('may name tests, or say that there is none', () => {
    const rows = [row('R1.1'), row('R1.2', '`apps/door.test.ts` “is closed” · el color, sin prueba propia')];
    expect(faultsOf(rows, '/* @see docs/requisitos.md, R1.1 and R1.2 */')).toEqual([]);
  });

  it.each([
    ['a gap', ['R1.1', 'R1.3'], 'R1.3 does not follow R1.1'],
    ['a number twice', ['R1.1', 'R1.1'], 'R1.1 does not follow R1.1'],
    ['a section that begins late', ['R1.1', 'R2.2'], 'R2.2 does not follow R1.1'],
    ['a section after a later one', ['R2.1', 'R1.1'], 'R1.1 does not follow R2.1'],
  ])('are refused with %s', (_what, numbers, fault) => {
    expect(faultsOf(numbers.map((number) => row(number)))).toEqual([`docs/requisitos.md: ${fault}`]);
  });

  it.each([
    ['no proof', 'Se ve.', 'names no test'],
    [
      'a file that is gone',
      '`apps/gate.test.ts` “is closed”',
      'names apps/gate.test.ts, which does not exist',
    ],
    [
      'a test that is gone',
      '`apps/door.test.ts` “is open”',
      'names “is open”, which apps/door.test.ts does not have',
    ],
  ])('are refused with %s', (_what, proof, fault) => {
    expect(faultsOf([row('R1.1', proof)])).toEqual([`docs/requisitos.md: R1.1 ${fault}`]);
  });

  it('are refused when a comment cites one that does not exist', () => {
    expect(faultsOf([row('R1.1')], '/* @see docs/requisitos.md, R1.1 and R9.4 */')).toEqual([
      'apps/door.ts cites R9.4, which docs/requisitos.md does not have',
    ]);
  });
});

it('finds the citations of a text, and no versions', () => {
  expect(listCitations('docs/requisitos.md, R4.7 y R2.18: v1.2, ISR4.7, R4, R10.1')).toEqual([
    'R4.7',
    'R2.18',
  ]);
});
