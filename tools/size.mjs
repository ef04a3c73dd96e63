// Limits the size of source files to 400 lines, or 800 for a test; blank lines and comments do not count. Files that
// exceeded the limit when it was introduced are in size-baseline.json with their exact size, so that they can only
// shrink. A file that should not be split gives the reason in a comment near its top: `size-exempt: <reason>`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './fingerprint.mjs';

const sourceLimit = 400;
const testLimit = 800;
const shortestReason = 20;

/**
 * Finds source files that exceed the limit of lines per file.
 *
 * @param {string} root
 * @param {Record<string, number>} baseline - numbers of lines by path from the root
 * @returns {string[]} one sentence for each file that exceeds its limit
 */
export function findOversized(root, baseline) {
  const folders = ['apps', 'packages', 'tools', 'bench', 'demo'];
  const files = folders
    .flatMap((folder) => listFiles(path.join(root, folder)))
    // The demo's MPEG-TS video files also end in .ts, so the folder media is left out.
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.generated\.|\.d\.ts$|[\\/]media[\\/]/.test(file));
  /** One sentence for each file at fault. @type {string[]} */
  const complaints = [];
  const seen = new Set();
  for (const file of files) {
    const name = path.relative(root, file).split(path.sep).join('/');
    seen.add(name);
    const complaint = complainAbout(name, readFileSync(file, 'utf8'), baseline[name]);
    if (complaint) complaints.push(complaint);
  }
  for (const name of Object.keys(baseline)) {
    if (!seen.has(name)) complaints.push(`${name} is gone: take it out of tools/size-baseline.json`);
  }
  return complaints;
}

/**
 * Describes by how much a source file exceeds its limit of lines, or how it differs from its recorded size.
 *
 * @param {string} name
 * @param {string} text
 * @param {number | undefined} allowed - the number of lines in size-baseline.json
 */
function complainAbout(name, text, allowed) {
  const limit = /\.(test|e2e)\.tsx?$/.test(name) ? testLimit : sourceLimit;
  const lines = countLines(text);
  if (allowed !== undefined) {
    if (lines <= limit) return `${name} fits now: take it out of tools/size-baseline.json`;
    if (lines < allowed) return `${name} has shrunk to ${lines} lines: lower it in tools/size-baseline.json`;
    return lines > allowed ? `${name} has grown from ${allowed} to ${lines} lines` : undefined;
  }
  if (lines <= limit) return undefined;
  const reason = /size-exempt:(.*)/.exec(text)?.[1]?.replace('*/', '').trim();
  if (reason === undefined) return `${name} has ${lines} lines, ${limit} are allowed`;
  return reason.length < shortestReason ? `${name} is exempt without a reason` : undefined;
}

/**
 * Counts the lines of code of a file.
 *
 * @param {string} text - TypeScript, JavaScript or CSS
 * @returns {number} the number of lines that are neither blank nor comment only
 */
export function countLines(text) {
  let isInComment = false;
  let count = 0;
  for (const line of text.split('\n')) {
    let rest = line.trim();
    if (isInComment) {
      const end = rest.indexOf('*/');
      if (end === -1) continue;
      isInComment = false;
      rest = rest.slice(end + 2).trim();
    }
    while (rest.startsWith('/*') || rest.startsWith('{/*')) {
      const end = rest.indexOf('*/');
      isInComment = end === -1;
      rest = isInComment
        ? ''
        : rest
            .slice(end + 2)
            .replace(/^}/, '')
            .trim();
    }
    if (rest !== '' && !rest.startsWith('//')) count += 1;
  }
  return count;
}
