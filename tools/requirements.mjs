// Checks docs/requisitos.md, which numbers what the product has to do: that its numbers ascend without gaps, that the tests which it
// names exist, and that it has every number which code and documents cite.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readNames } from './asvs.mjs';
import { listFiles } from './fingerprint.mjs';

const requirementsFile = 'docs/requisitos.md';
const folders = ['apps', 'packages', 'tools', 'bench', 'deploy', 'docs'];
const pages = ['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'STYLE.md'];
/** What a row says instead of a test. */
const unproved = 'sin prueba propia';

/**
 * Finds faults in docs/requisitos.md, and citations of requirements that it does not have.
 *
 * @param {string} root - the folder of the repository
 * @returns {string[]} one sentence for each fault
 */
export function findRequirementFaults(root) {
  const rows = readRows(readFileSync(path.join(root, requirementsFile), 'utf8'));
  const known = new Set(rows.map(({ number }) => number));
  return [
    ...findNumberFaults(rows.map(({ number }) => number)),
    ...findProofFaults(root, rows),
    ...listCitingFiles(root).flatMap((file) =>
      listCitations(readFileSync(path.join(root, file), 'utf8'))
        .filter((number) => !known.has(number))
        .map((number) => `${file} cites ${number}, which ${requirementsFile} does not have`),
    ),
  ];
}

/**
 * Lists the requirements that a text cites, such as `R4.7`.
 *
 * @param {string} text
 */
export function listCitations(text) {
  return [...text.matchAll(/\bR[1-9]\.\d{1,3}\b/g)].map(([number]) => number);
}

/** Reads the rows of the tables of requirements. @param {string} text - Markdown */
function readRows(text) {
  return [...text.matchAll(/^\| (R\d+\.\d+) \|.*\| ([^|]*) \|$/gm)].map(([, number = '', proof = '']) => ({
    number,
    proof,
  }));
}

/**
 * Finds numbers that do not follow the one before: sections ascend, and in each the second number begins at 1 and grows by 1.
 *
 * @param {string[]} numbers
 * @returns {string[]}
 */
function findNumberFaults(numbers) {
  return numbers.flatMap((number, index) => {
    const [section = 0, ordinal = 0] = partsOf(number);
    const [sectionBefore = 0, ordinalBefore = 0] = partsOf(numbers[index - 1] ?? 'R0.0');
    const isNext = section === sectionBefore ? ordinal === ordinalBefore + 1 : ordinal === 1;
    return section >= sectionBefore && isNext
      ? []
      : [`${requirementsFile}: ${number} does not follow ${numbers[index - 1] ?? 'the beginning'}`];
  });
}

/** Splits `R4.7` into 4 and 7. @param {string} number */
function partsOf(number) {
  return number.slice(1).split('.').map(Number);
}

/**
 * Finds rows that name no test, or a test that does not exist.
 *
 * @param {string} root
 * @param {{ number: string, proof: string }[]} rows
 * @returns {string[]}
 */
function findProofFaults(root, rows) {
  /** The titles in the files read so far, by path. @type {Map<string, Set<string> | undefined>} */
  const titles = new Map();
  return rows.flatMap(({ number, proof }) => {
    const named = [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)];
    if (named.length === 0 && proof !== unproved) return [`${requirementsFile}: ${number} names no test`];
    return named.flatMap(([, file = '', title = '']) => {
      if (!titles.has(file)) titles.set(file, readNames(root, file));
      const known = titles.get(file);
      if (known === undefined) return [`${requirementsFile}: ${number} names ${file}, which does not exist`];
      return known.has(title)
        ? []
        : [`${requirementsFile}: ${number} names “${title}”, which ${file} does not have`];
    });
  });
}

/** Lists the files that may cite requirements, but for the test of this file. @param {string} root */
function listCitingFiles(root) {
  const files = folders
    .flatMap((folder) => listFiles(path.join(root, folder)))
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => /\.(?:md|css|mjs|tsx?)$/.test(file) && !file.startsWith('tools/requirements.'));
  return [...pages, ...files];
}
