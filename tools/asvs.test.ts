import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAsvsFaults } from './asvs.mjs';
import { rootFolder } from './paths.mjs';

describe('findAsvsFaults', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-asvs-'));
    mkdirSync(path.join(root, 'docs'));
    writeFileSync(
      path.join(root, 'door.test.ts'),
      `it('is closed', () => {});\nit.each([1])(\n  'isn\\'t %i', f);\n`,
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Finds the faults of a document with the given rows, where section 1.1 has four requirements. */
  function faultsOf(...rows: string[]) {
    const head = '## A choice\n\n| no. | requirement | state | proof |\n|---|---|---|---|\n';
    writeFileSync(path.join(root, 'docs/asvs.md'), `${head}${rows.join('\n')}\n`);
    return findAsvsFaults(root, { 1: [4] });
  }

  const rest = '| 1.1.2–1.1.4 | a | n/a | There is none. |';
  const row = (state: string, proof: string) => faultsOf(`| 1.1.1 | a | ${state} | ${proof} |`, rest);

  it('finds nothing in the document of this repository', () => {
    expect(findAsvsFaults(rootFolder)).toEqual([]);
  });

  it('accepts tests, headings, and sentences that say why not', () => {
    expect(
      row('met', "`door.test.ts` “is closed” · `door.test.ts` “isn't %i” · `docs/asvs.md` “A choice”"),
    ).toEqual([]);
    expect(row('not met', 'It is open.')).toEqual([]);
  });

  it.each([
    [
      'a test that does not exist',
      'met',
      '`door.test.ts` “is open”',
      'names “is open”, which door.test.ts does not have',
    ],
    [
      'a file that does not exist',
      'met',
      '`gate.test.ts` “is closed”',
      'names gate.test.ts, which does not exist',
    ],
    [
      'a test in a sentence that says why not',
      'not met',
      'See `door.test.ts` “is open”.',
      'names “is open”, which door.test.ts does not have',
    ],
    [
      'a heading that does not exist',
      'met',
      '`docs/asvs.md` “A door”',
      'names “A door”, which docs/asvs.md does not have',
    ],
    ['no proof', 'met', 'Believe it.', 'is met, but names neither a test nor a section'],
    ['no reason', 'not met', '', 'is not met, without a sentence that says why'],
    ['an unknown state', 'perhaps', 'It is open.', 'is «perhaps», not one of met, not met, n/a'],
  ])('names a row with %s', (_what, state, proof, fault) => {
    expect(row(state, proof)).toEqual([`docs/asvs.md: 1.1.1 ${fault}`]);
  });

  it('names a requirement without a row, one with two rows, and a row without a requirement', () => {
    const of = (number: string) => `| ${number} | a | n/a | There is none. |`;
    expect(faultsOf(of('1.1.2'), of('1.1.2'), of('1.1.4'), of('1.1.5'))).toEqual([
      'docs/asvs.md lacks 1.1.1',
      'docs/asvs.md lacks 1.1.3',
      'docs/asvs.md has a row too many for 1.1.2',
      'docs/asvs.md has a row too many for 1.1.5',
    ]);
  });
});
