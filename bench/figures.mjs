// `npm run bench -- figures [REVISION] [--since REVISION]`: counts the lines of the committed sources, by folder and by purpose, the
// fullest folders and the longest files, and with `--since` how the lines of each folder have changed.
//
// Sources are .ts, .tsx, .mjs and .css files; lines include blank ones and comments. A test is a file named *.test.* or *.e2e.ts.
// A helper is what only tests, measurements or tools need: the other files of apps/e2e and packages/testing, folders named test,
// `bench` and `tools`. Everything else is the product.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { rootFolder } from '../tools/paths.mjs';

const shown = 10;

const { values, positionals } = parseArgs({ options: { since: { type: 'string' } }, allowPositionals: true });
const revision = positionals[0] ?? 'HEAD';
const sizes = readSizes(revision);
printTable(
  sumBy(sizes, purposeOf),
  values.since === undefined ? undefined : sumBy(readSizes(values.since), purposeOf),
);
console.log();
printTable(
  sumBy(sizes, folderOf),
  values.since === undefined ? undefined : sumBy(readSizes(values.since), folderOf),
);
const product = [...sizes].filter(([file]) => purposeOf(file) === 'product');
printLargest('Folders with the most product files', countFiles(product.map(([file]) => file)));
printLargest('Longest product files', new Map(product));

/**
 * Counts the lines of every source file of a revision.
 *
 * @param {string} at - a commit, branch or tag
 * @returns {Map<string, number>} lines by path from the repository's root
 */
function readSizes(at) {
  const words = ['grep', '-I', '-c', '', at, '--', '*.ts', '*.tsx', '*.mjs', '*.css'];
  const output = execFileSync('git', words, {
    cwd: rootFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const entries = output
    .trim()
    .split('\n')
    .map((line) => /^(?<file>.+):(?<lines>\d+)$/.exec(line.slice(at.length + 1))?.groups)
    .map((groups) => /** @type {const} */ ([groups?.['file'] ?? '', Number(groups?.['lines'] ?? 0)]))
    .filter(([file]) => !/\.generated\.|\.d\.ts$|\/media\//.test(file));
  return new Map(entries);
}

/** @param {string} file - a path from the repository's root @returns {'product' | 'tests' | 'helpers'} */
function purposeOf(file) {
  if (/\.(?:test|e2e)\.(?:tsx?|mjs)$/.test(file)) return 'tests';
  const isHelper = /^(?:apps\/e2e|packages\/testing|bench|tools|demo)\/|\/test\/|^[^/]+$/.test(file);
  return isHelper ? 'helpers' : 'product';
}

/** The app, package or folder of the root that a file belongs to, with its purpose. @param {string} file */
function folderOf(file) {
  const [first = '', second = ''] = file.split('/');
  return `${['apps', 'packages'].includes(first) ? `${first}/${second}` : first} ${purposeOf(file)}`;
}

/** @param {Map<string, number>} lines - by file @param {(file: string) => string} nameOf @returns {Map<string, number>} */
function sumBy(lines, nameOf) {
  const sums = new Map();
  for (const [file, count] of lines) sums.set(nameOf(file), (sums.get(nameOf(file)) ?? 0) + count);
  return sums;
}

/** @param {string[]} files @returns {Map<string, number>} the number of files by folder */
function countFiles(files) {
  const counts = new Map();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/**
 * Prints sums of lines, largest first.
 *
 * @param {Map<string, number>} now
 * @param {Map<string, number>} [before]
 */
function printTable(now, before) {
  const names = [...new Set([...now.keys(), ...(before?.keys() ?? [])])];
  for (const name of names.toSorted((a, b) => (now.get(b) ?? 0) - (now.get(a) ?? 0))) {
    const [after, earlier] = [now.get(name) ?? 0, before?.get(name) ?? 0];
    const change = after - earlier;
    const changed =
      before === undefined ? '' : `  ${String(earlier).padStart(7)}  ${change > 0 ? '+' : ''}${change}`;
    console.log(`${name.padEnd(30)}${String(after).padStart(7)}${changed}`);
  }
}

/** @param {string} title @param {Map<string, number>} counts */
function printLargest(title, counts) {
  console.log(`\n${title}`);
  for (const [name, count] of [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, shown)) {
    console.log(`${String(count).padStart(7)}  ${name}`);
  }
}
