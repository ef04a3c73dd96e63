// `node tools/test-titles.mjs FILE`: writes the tier and the title of every test, in alphabetical order. With `--since OLD`, a file
// written before, it prints which titles are new, gone, or in another tier, so that a change that only moves tests can be seen to
// lose none. A title that several tests share stands once for each of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot, rootFolder } from './paths.mjs';

/** The tier of each Vitest project (decision 064). @type {Readonly<Record<string, string>>} */
const tiers = {
  unit: 'rules',
  clock: 'clock',
  server: 'product',
  web: 'page',
  'web-isolated': 'page',
  smoke: 'smoke',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' } },
});
const lines = listTests();
const [target] = positionals;
if (target !== undefined) writeFileSync(target, `${lines.join('\n')}\n`);
console.log(`${lines.length} tests: ${countByTier(lines)}`);
if (values.since !== undefined) compare(readFileSync(values.since, 'utf8').trim().split('\n'), lines);

/** Asks Vitest for all tests. @returns {string[]} `tier<tab>title`, sorted */
function listTests() {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-titles-'));
  const file = path.join(folder, 'titles.json');
  try {
    execFileSync(process.execPath, [inRoot('node_modules/vitest/vitest.mjs'), 'list', `--json=${file}`], {
      cwd: rootFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    /** @type {readonly { name: string, projectName: string }[]} */
    const tests = JSON.parse(readFileSync(file, 'utf8'));
    return tests
      .map(({ name, projectName }) => `${tiers[projectName] ?? 'machine'}\t${name.replaceAll(/\s+/gu, ' ')}`)
      .toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} listed - `tier<tab>title` */
function countByTier(listed) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const tier of listed.map(tierOf)) counts[tier] = (counts[tier] ?? 0) + 1;
  return Object.entries(counts)
    .map(([tier, count]) => `${tier} ${count}`)
    .join(', ');
}

/** @param {string} line */
function tierOf(line) {
  return line.slice(0, line.indexOf('\t'));
}

/** @param {readonly string[]} before @param {readonly string[]} after */
function compare(before, after) {
  const gone = subtract(before, after);
  const added = subtract(after, before);
  const titlesOf = (/** @type {readonly string[]} */ some) =>
    some.map((line) => line.slice(line.indexOf('\t') + 1));
  const lost = subtract(titlesOf(gone), titlesOf(added));
  const fresh = subtract(titlesOf(added), titlesOf(gone));
  console.log(`${gone.length - lost.length} in another tier, ${lost.length} gone, ${fresh.length} new`);
  for (const title of lost) console.log(`- ${title}`);
  for (const title of fresh) console.log(`+ ${title}`);
  if (lost.length > 0) process.exitCode = 1;
}

/** What `some` has more often than `others`. @param {readonly string[]} some @param {readonly string[]} others */
function subtract(some, others) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return some.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}
