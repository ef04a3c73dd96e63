// `npm run house`: counts figures of the sources that should become smaller over time, and prints them as a table.
//
// How each figure is counted. Sources are the .ts and .tsx files under src and test of apps/* and packages/*, without
// generated files and declarations. A test is a file named *.test.ts(x) or *.e2e.ts. The other files of apps/e2e,
// packages/testing and the test folders are helpers of tests. Every other source is a product file.
//
// - Folders that import each other: pairs of folders where a product file of each imports a file of the other, types
//   included. A folder and its own subfolder count as two folders. Only relative imports can form such a pair.
// - Functions over 100 and 150 lines: functions, methods and arrow functions of product files, from their first line to their
//   last, blank lines and comments included. A nested function is also counted by itself.
// - Folders over 25 product files: the files directly in a folder, without those of its subfolders.
// - Share of test lines: lines of tests among lines of all sources, helpers included, without blank lines and comments.
// - Long commit subjects: as tools/commit-subjects.mjs counts them.
//
// tools/house-baseline.json holds the accepted figures, and `npm run check` refuses any other: a figure that became
// worse has to be brought back; a figure that became better is recorded with `npm run house -- --lower`, so that it
// cannot become worse again.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/core';
import { findLongSubjects } from './commit-subjects.mjs';
import { listFiles } from './fingerprint.mjs';
import { namedModules } from './import-reader.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { countLines } from './size.mjs';
import { runCommand } from './terminal.mjs';

const longFunctionLines = 100;
const veryLongFunctionLines = 150;
const fullFolderFiles = 25;
const baselineFile = 'tools/house-baseline.json';

/**
 * What `npm run house` has counted in the sources.
 *
 * @typedef {object} Figures
 * @property {string[]} mutualFolders - one text for each pair of folders whose files import each other
 * @property {string[]} longFunctions - functions over 100 lines, those over 150 included
 * @property {string[]} veryLongFunctions - functions over 150 lines
 * @property {string[]} fullFolders - each folder with more than 25 product files, and its number of files
 * @property {string[]} longSubjects - commits whose subject is too long
 * @property {number} testPercent - the share of test lines in percent, rounded down
 */

/**
 * The figures of `npm run house` that are counts: each with its name in the printed table and the goal that issue 16
 * sets.
 */
const counted = /** @type {const} */ ([
  { key: 'mutualFolders', name: 'pairs of folders that import each other', goal: 0 },
  { key: 'longFunctions', name: `functions over ${longFunctionLines} lines`, goal: 10 },
  { key: 'veryLongFunctions', name: `functions over ${veryLongFunctionLines} lines`, goal: 0 },
  { key: 'fullFolders', name: `folders over ${fullFolderFiles} product files`, goal: 0 },
  { key: 'longSubjects', name: 'commit subjects over 72 characters', goal: 0 },
]);

const testPercentGoal = 42;

/**
 * Counts the figures of the sources that should become smaller over time, such as long functions.
 *
 * @param {string} root
 * @returns {Promise<Figures>}
 */
export async function countFigures(root) {
  const sources = listSources(root).map((name) => ({
    name,
    text: readFileSync(path.join(root, name), 'utf8'),
  }));
  const product = sources
    .filter(({ name }) => isProduct(name))
    .map((source) => ({ ...source, tree: parse(source) }));
  const functions = product.flatMap(listFunctions).toSorted((a, b) => b.lineCount - a.lineCount);
  const longerThan = (/** @type {number} */ limit) =>
    functions
      .filter(({ lineCount }) => lineCount > limit)
      .map(({ where, lineCount }) => `${where} has ${lineCount} lines`);
  return {
    mutualFolders: findMutualFolders(product),
    longFunctions: longerThan(longFunctionLines),
    veryLongFunctions: longerThan(veryLongFunctionLines),
    fullFolders: findFullFolders(product.map(({ name }) => name)),
    longSubjects: await findLongSubjects(root),
    testPercent: testPercentOf(sources),
  };
}

/**
 * Compares the figures of the sources (long functions, full folders, …) with the accepted figures.
 *
 * @param {string} root
 * @param {Record<string, number>} baseline - accepted values by figure
 * @returns {Promise<string[]>} one sentence for each figure that differs
 */
export async function findHouseFaults(root, baseline) {
  const figures = await countFigures(root);
  const faults = counted.flatMap(({ key, name }) => {
    const [now, accepted] = [figures[key].length, baseline[key] ?? 0];
    if (now > accepted) return [`${name}: ${now}, ${accepted} are accepted:\n  ${figures[key].join('\n  ')}`];
    return now < accepted
      ? [`${name}: only ${now} of ${accepted} are left. Run \`npm run house -- --lower\``]
      : [];
  });
  const accepted = baseline['testPercent'] ?? 0;
  if (figures.testPercent < accepted) {
    faults.push(`share of test lines: ${figures.testPercent} %, at least ${accepted} % are accepted`);
  } else if (figures.testPercent > accepted) {
    faults.push(`share of test lines: ${figures.testPercent} % now. Run \`npm run house -- --lower\``);
  }
  return faults;
}

/**
 * Lowers the accepted figures of the sources to the current ones, where these have become better.
 *
 * @param {Figures} figures
 * @param {Record<string, number>} baseline - the accepted figures so far
 * @returns {Record<string, number>} accepted figures of which none is worse than in the given baseline
 */
export function lowerBaseline(figures, baseline) {
  const lowered = counted.map(({ key }) => [
    key,
    Math.min(figures[key].length, baseline[key] ?? figures[key].length),
  ]);
  const testPercent = Math.max(figures.testPercent, baseline['testPercent'] ?? 0);
  return { ...Object.fromEntries(lowered), testPercent };
}

/**
 * Lists the TypeScript source files under `apps` and `packages`.
 *
 * @param {string} root
 * @returns {string[]} paths from the repository's root, with `/`
 */
function listSources(root) {
  return ['apps', 'packages']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name)))
    .flatMap((workspace) => ['src', 'test'].flatMap((part) => listFiles(path.join(workspace, part))))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.generated\.|\.d\.ts$|\/media\//.test(name));
}

/** Whether a source file is a test, by its name. @param {string} name */
function isTest(name) {
  return /\.(test|e2e)\.tsx?$/.test(name);
}

/** Whether a source file belongs to the product: neither a test nor a helper of tests. @param {string} name */
function isProduct(name) {
  return !isTest(name) && !/^apps\/e2e\/|^packages\/testing\/|^(apps|packages)\/[^/]+\/test\//.test(name);
}

/**
 * A TypeScript source with its syntax tree, and a node of such a tree as swc's parser makes it.
 *
 * @typedef {{ name: string, text: string, tree: Tree }} Source
 * @typedef {{ type: string, span: { start: number, end: number }, [key: string]: unknown }} Tree
 */

/**
 * Parses a TypeScript source into swc's syntax tree.
 *
 * @param {{ name: string, text: string }} source
 * @returns {Tree}
 */
function parse({ name, text }) {
  // @NOTE swc counts positions through all files that a process has parsed, and a syntax tree begins at its first
  // token. The semicolon before the text makes sure that the first token, and so the tree, begins at the start of the
  // parsed text.
  const tree = swc.parseSync(`;${text}`, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' });
  return /** @type {Tree} */ (/** @type {unknown} */ (tree));
}

/** Finds pairs of folders whose files import each other. @param {Source[]} sources */
function findMutualFolders(sources) {
  const arrows = new Set(
    sources.flatMap(({ name, tree }) =>
      namedModules(tree)
        .filter(({ value }) => value.startsWith('.'))
        .map(({ value }) => path.posix.dirname(path.posix.join(path.posix.dirname(name), value)))
        .map((to) => `${path.posix.dirname(name)} ↔ ${to}`),
    ),
  );
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ↔ ');
    return from < to && arrows.has(`${to} ↔ ${from}`);
  });
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

/**
 * Lists every function of a source file, with its number of lines.
 *
 * @param {Source} source
 * @returns {{ where: string, lineCount: number }[]} each function with its file, first line and name
 */
function listFunctions({ name: file, text, tree }) {
  const bytes = Buffer.from(`;${text}`);
  const lineAt = (/** @type {number} */ position) => countNewlines(bytes, position - tree.span.start) + 1;
  /** The functions found so far. @type {{ where: string, lineCount: number }[]} */
  const functions = [];
  visit(tree, '');
  return functions;

  /**
   * Searches a node of the syntax tree, and all nodes in it, for functions.
   *
   * @param {unknown} node
   * @param {string} outerName - the name of the variable, property or declaration that the node belongs to
   */
  function visit(node, outerName) {
    if (Array.isArray(node)) {
      for (const part of node) visit(part, outerName);
      return;
    }
    if (!isTree(node)) {
      if (typeof node === 'object' && node !== null) visit(Object.values(node), outerName);
      return;
    }
    const name = nameOf(node) || outerName;
    if (functionTypes.has(node.type)) {
      const first = lineAt(node.span.start);
      const lineCount = lineAt(node.span.end) - first + 1;
      functions.push({ where: `${file}:${first} ${name || 'a function'}`, lineCount });
      visit(Object.values(node), '');
    } else visit(Object.values(node), name);
  }
}

/**
 * Counts the line feeds before a position in a source text.
 *
 * @param {Buffer} bytes
 * @param {number} end
 */
function countNewlines(bytes, end) {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** The name that a node of the syntax tree declares; empty when it declares none. @param {Tree} node */
function nameOf(node) {
  const named = node['identifier'] ?? node['id'] ?? node['key'];
  const value = isTree(named) ? named['value'] : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * Whether a value is a node of swc's syntax tree.
 *
 * @param {unknown} value
 * @returns {value is Tree}
 */
function isTree(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'span' in value;
}

/** Finds folders with too many product files. @param {string[]} names */
function findFullFolders(names) {
  /** The number of product files by folder. @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) {
    const folder = path.posix.dirname(name);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > fullFolderFiles)
    .map(([folder, count]) => `${folder} has ${count} product files`);
}

/**
 * The share of test lines among all lines of sources, in percent.
 *
 * @param {{ name: string, text: string }[]} sources
 */
function testPercentOf(sources) {
  let [all, ofTests] = [0, 0];
  for (const { name, text } of sources) {
    const lines = countLines(text);
    all += lines;
    if (isTest(name)) ofTests += lines;
  }
  return all === 0 ? 0 : Math.floor((100 * ofTests) / all);
}

/** Prints the figures of the sources with their goals. @param {Figures} figures */
function printTable(figures) {
  for (const { key, name, goal } of counted) {
    console.log(`${name}: ${figures[key].length} (goal ${goal})`);
    for (const item of figures[key]) console.log(`    ${item}`);
  }
  console.log(`share of test lines: ${figures.testPercent} % (goal ${testPercentGoal} %)`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    const figures = await countFigures(rootFolder);
    printTable(figures);
    if (!process.argv.includes('--lower')) return;
    const baseline = existsSync(inRoot(baselineFile))
      ? JSON.parse(readFileSync(inRoot(baselineFile), 'utf8'))
      : {};
    writeFileSync(
      inRoot(baselineFile),
      `${JSON.stringify(lowerBaseline(figures, baseline), undefined, 2)}\n`,
    );
  });
}
