// Finds the regular expressions of the product whose time is not linear in the length of a text, by the checker recheck
// (https://makenowjust-labs.github.io/recheck/). A backtracking expression such as /\s+$/ reads a run of blanks once for
// each of its characters: strangers and providers, who choose the text, can stop the server with it.
//
// The verdict of an expression is the same on every machine: recheck's limits are numbers of states, characters and
// generations, and none is a time. Where its automaton is too large or does not know the syntax (look-around,
// back-references), recheck searches for an attack by generated texts, with a fixed seed. The verdicts of safe expressions are kept
// in tools/judged-expressions.json, which is committed: judging all of them takes the better part of a minute.
//
// An expression is judged for one search. How often a reader applies it to the same text is judged by the growth tests
// (apps/server/test/growth).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import swc from '@swc/core';
import { listFiles } from './fingerprint.mjs';

/**
 * A regular expression in a source file.
 *
 * @typedef {{ file: string, source: string, flags: string }} Expression
 */

/**
 * What recheck says of an expression: `safe` or a reason why it is not.
 *
 * @typedef {string} Verdict
 */

/**
 * An expression that is not linear, and may stay because its input has a limit.
 *
 * @typedef {object} Exception
 * @property {string} file
 * @property {string} expression - as it is written: /…/flags
 * @property {string} bound - how long its text is at most, and what holds that
 * @property {string} test - the test file that holds the bound
 */

/** Test programs, whose texts are their own. */
const notProduct = /^(?:apps\/e2e|packages\/testing)\//;

/**
 * Finds the expressions of the product that are not linear and have no exception, and exceptions that are needless.
 *
 * @param {string} root
 * @param {{ exceptions: readonly Exception[], composing: readonly string[], cacheFile?: string }} options - `composing`
 *   are files that compose expressions while they are loaded, which a test judges
 * @returns {Promise<string[]>} one sentence for each fault
 */
export async function findUnsafeExpressions(root, { exceptions, composing, cacheFile }) {
  const { expressions, composed } = listExpressions(root);
  const verdicts = await judgeExpressions(expressions, cacheFile);
  const faults = composed
    .filter((file) => !composing.includes(file))
    .map((file) => `${file} composes an expression at run time: write it as a literal`);
  for (const file of composing) {
    if (!composed.includes(file)) faults.push(`${file} composes no expression: take it out of the list`);
  }
  const used = new Set();
  for (const expression of expressions) {
    const verdict = verdicts.get(written(expression));
    if (verdict === 'safe') continue;
    const exception = exceptions.find(
      (known) => known.file === expression.file && known.expression === written(expression),
    );
    if (exception === undefined) faults.push(`${expression.file}: ${written(expression)} is ${verdict}`);
    else used.add(exception);
  }
  for (const exception of exceptions) {
    if (!used.has(exception)) faults.push(`${exception.file}: ${exception.expression} needs no exception`);
  }
  return faults;
}

/** An expression as it is written in a source file. @param {Pick<Expression, 'source' | 'flags'>} expression */
export const written = ({ source, flags }) => `/${source}/${flags}`;

/**
 * Lists the regular expressions of the product, and the files that compose one from parts.
 *
 * @param {string} root
 */
function listExpressions(root) {
  /** @type {{ expressions: Expression[], composed: string[] }} */
  const all = { expressions: [], composed: [] };
  const files = ['apps', 'packages'].flatMap((folder) => listFiles(path.join(root, folder)));
  for (const file of files) {
    const name = path.relative(root, file).split(path.sep).join('/');
    if (!/^(?:apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(name) || /\.(?:test|e2e|d)\.tsx?$/.test(name))
      continue;
    if (notProduct.test(name)) continue;
    const { expressions, isComposing } = readExpressions(readFileSync(file, 'utf8'), name);
    all.expressions.push(...expressions);
    if (isComposing) all.composed.push(name);
  }
  return all;
}

/**
 * Reads the regular expressions out of the text of a source file: literals, `RegExp('…')`, and the texts that `match`,
 * `matchAll` and `search` make expressions of.
 *
 * @param {string} text
 * @param {string} file
 * @returns {{ expressions: Expression[], isComposing: boolean }} `isComposing`: whether an expression has other parts
 */
export function readExpressions(text, file) {
  /** @type {Expression[]} */
  const expressions = [];
  let isComposing = false;
  /** @param {unknown} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isRecord(node)) return;
    if (node['type'] === 'RegExpLiteral') {
      expressions.push({ file, source: String(node['pattern']), flags: String(node['flags']) });
    }
    const [source, flags] = argumentsOf(node);
    if (isRegExpCall(node)) {
      const [sourceText, flagsText] = [constantOf(source), flags === undefined ? '' : constantOf(flags)];
      if (sourceText === undefined || flagsText === undefined) isComposing = true;
      else expressions.push({ file, source: sourceText, flags: flagsText });
    } else if (isSearch(node)) {
      const sourceText = constantOf(source);
      if (sourceText !== undefined) expressions.push({ file, source: sourceText, flags: '' });
    }
    Object.values(node).forEach(visit);
  };
  visit(swc.parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }));
  return { expressions, isComposing };
}

/** @param {Record<string, unknown>} node @returns {unknown[]} */
function argumentsOf(node) {
  const list = node['arguments'];
  return Array.isArray(list) ? list.map((item) => (isRecord(item) ? item['expression'] : undefined)) : [];
}

/** Whether a syntax node is `RegExp(…)` or `new RegExp(…)`. @param {Record<string, unknown>} node */
function isRegExpCall({ type, callee }) {
  return (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp';
}

/** @param {Record<string, unknown>} node */
function isSearch({ type, callee }) {
  const name = isRecord(callee) && callee['type'] === 'MemberExpression' ? nameOf(callee) : '';
  return type === 'CallExpression' && ['match', 'matchAll', 'search'].includes(name);
}

/** The name of an identifier, or of the member that an expression takes. @param {unknown} node @returns {string} */
function nameOf(node) {
  if (!isRecord(node)) return '';
  if (node['type'] === 'MemberExpression') return nameOf(node['property']);
  return typeof node['value'] === 'string' ? node['value'] : '';
}

/** The text that a syntax node stands for, if it is constant. @param {unknown} node @returns {string | undefined} */
function constantOf(node) {
  if (!isRecord(node)) return undefined;
  if (node['type'] === 'StringLiteral') return String(node['value']);
  const isRaw = node['type'] === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'raw';
  const template = isRaw ? node['template'] : node;
  if (!isRecord(template) || template['type'] !== 'TemplateLiteral') return undefined;
  const quasis = /** @type {{ raw: string, cooked: string }[]} */ (template['quasis']);
  return quasis.length === 1 ? quasis[0]?.[isRaw ? 'raw' : 'cooked'] : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * Judges expressions, in parallel.
 *
 * @param {readonly Pick<Expression, 'source' | 'flags'>[]} expressions
 * @param {string} [cacheFile] - keeps the verdicts
 * @returns {Promise<Map<string, Verdict>>} by the expression as it is written
 */
export async function judgeExpressions(expressions, cacheFile) {
  const program = readFileSync(new URL('expression-judge.mjs', import.meta.url), 'utf8');
  const known = cacheFile === undefined ? new Map() : readCache(cacheFile, program);
  const open = [...new Map(expressions.map((one) => [written(one), one])).values()].filter(
    (one) => !known.has(written(one)),
  );
  const workers = Math.min(availableParallelism(), open.length);
  await Promise.all(Array.from({ length: workers }, () => runJudge(open, known)));
  if (cacheFile !== undefined && workers > 0) writeCache(cacheFile, program, expressions.map(written), known);
  return known;
}

/** Workers that have judged and wait for more: loading recheck takes longer than judging most expressions. @type {Worker[]} */
const idle = [];

/** Ends the workers that wait for expressions, whose memory a process that goes on may need. */
export async function endJudges() {
  await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
}

/**
 * Lets one worker judge expressions until none is left. It waits for the next expressions then, without keeping the process
 * alive.
 *
 * @param {Pick<Expression, 'source' | 'flags'>[]} open - those that no worker has begun
 * @param {Map<string, Verdict>} verdicts - where the worker's verdicts go
 * @returns {Promise<void>}
 */
async function runJudge(open, verdicts) {
  const worker = idle.pop() ?? new Worker(new URL('expression-judge.mjs', import.meta.url));
  worker.ref();
  await new Promise((resolve, reject) => {
    /** @type {Pick<Expression, 'source' | 'flags'> | undefined} */
    let present;
    const next = () => {
      present = open.pop();
      if (present === undefined) resolve(undefined);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
      else worker.postMessage({ source: present.source, flags: present.flags });
    };
    worker.on('error', reject);
    worker.on('message', (/** @type {Verdict} */ verdict) => {
      if (present !== undefined) verdicts.set(written(present), verdict);
      next();
    });
    next();
  });
  worker.removeAllListeners('error');
  worker.removeAllListeners('message');
  worker.unref();
  idle.push(worker);
}

/**
 * @param {string} file
 * @param {string} program - the judge's own text: verdicts of another one do not count
 * @returns {Map<string, Verdict>}
 */
function readCache(file, program) {
  try {
    const { judge, safe } = JSON.parse(readFileSync(file, 'utf8'));
    return judge === hashOf(program)
      ? new Map(safe.map((/** @type {string} */ one) => [one, 'safe']))
      : new Map();
  } catch {
    return new Map();
  }
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Keeps which of the present expressions are safe.
 *
 * @param {string} file
 * @param {string} program
 * @param {readonly string[]} present
 * @param {ReadonlyMap<string, Verdict>} verdicts
 */
function writeCache(file, program, present, verdicts) {
  const safe = [...new Set(present)].filter((one) => verdicts.get(one) === 'safe').toSorted();
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify({ judge: hashOf(program), safe }, undefined, 2)}\n`);
  renameSync(unfinished, file);
}
