// Checks docs/asvs.md, which says for each requirement of OWASP ASVS 5.0 of levels 1 and 2 whether the product meets it:
// that every requirement has one row, and that the tests and the sections of documents that are named there exist.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * How many requirements of levels 1 and 2 the sections of each chapter of ASVS 5.0.0 have. Their numbers begin at 1 and
 * have no gaps; requirements of level 3 follow them.
 *
 * @see https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en
 * @type {Readonly<Record<number, readonly number[]>>}
 */
const requirementCounts = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const asvsFile = 'docs/asvs.md';

const states = ['met', 'not met', 'n/a'];

/**
 * A row of a table of docs/asvs.md.
 *
 * @typedef {object} Row
 * @property {string} number - of the requirement, as `6.2.1`
 * @property {string} state - whether it is met
 * @property {string} proof - the tests and sections that show it, or the reason why it is not met or does not apply
 */

/**
 * Finds faults in docs/asvs.md.
 *
 * @param {string} root - the folder of the repository
 * @param {Readonly<Record<number, readonly number[]>>} [counts] - how many requirements the sections of each chapter
 * have
 * @returns {string[]} one sentence for each fault
 */
export function findAsvsFaults(root, counts = requirementCounts) {
  const rows = readRows(readFileSync(path.join(root, asvsFile), 'utf8'));
  /** The titles and headings of the files read so far, by path. @type {Map<string, Set<string> | undefined>} */
  const known = new Map();
  const namesIn = (/** @type {string} */ file) => {
    if (!known.has(file)) known.set(file, readNames(root, file));
    return known.get(file);
  };
  return [
    ...compareNumbers(
      rows.map(({ number }) => number),
      Object.entries(counts).flatMap(([chapter, sections]) =>
        sections.flatMap((count, index) => numbersOf(`${chapter}.${index + 1}`, count)),
      ),
    ),
    ...rows.flatMap((row) =>
      findRowFaults(row, namesIn).map((fault) => `${asvsFile}: ${row.number} ${fault}`),
    ),
  ];
}

/** Lists the numbers of a section's requirements. @param {string} section @param {number} count */
function numbersOf(section, count) {
  return Array.from({ length: count }, (_, index) => `${section}.${index + 1}`);
}

/**
 * Reads the rows of the tables of requirements. A row for several requirements names the first and the last of a
 * section: `10.4.1–10.4.11`.
 *
 * @param {string} text - Markdown
 * @returns {Row[]}
 */
function readRows(text) {
  return [...text.matchAll(/^\| ?(\d[\d.–]*) *\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].flatMap(
    ([, numbers = '', , state = '', proof = '']) =>
      expand(numbers).map((number) => ({ number, state: state.trim(), proof: proof.trim() })),
  );
}

/** Lists the numbers from the first to the last of a range such as `10.4.1–10.4.11`. @param {string} numbers */
function expand(numbers) {
  const [first = '', last = first] = numbers.split('–');
  const section = first.slice(0, first.lastIndexOf('.'));
  const begin = Number(first.slice(section.length + 1));
  const end = Number(last.slice(last.lastIndexOf('.') + 1));
  if (!last.startsWith(`${section}.`) || !(end > begin)) return last === first ? [first] : [numbers];
  return numbersOf(section, end).slice(begin - 1);
}

/**
 * Compares the numbers that have a row with those of the requirements.
 *
 * @param {string[]} found
 * @param {string[]} wanted
 * @returns {string[]} one sentence for each number that is missing, unknown or there twice
 */
function compareNumbers(found, wanted) {
  return [
    ...wanted.filter((number) => !found.includes(number)).map((number) => `${asvsFile} lacks ${number}`),
    ...found
      .filter((number, index) => !wanted.includes(number) || found.indexOf(number) !== index)
      .map((number) => `${asvsFile} has a row too many for ${number}`),
  ];
}

/**
 * Finds faults in a row: an unknown state, a met requirement without a proof, a test or a section that does not exist,
 * or no reason for another state.
 *
 * @param {Row} row
 * @param {(file: string) => Set<string> | undefined} namesIn - the titles or headings of a file; `undefined` when there
 * is no such file
 * @returns {string[]} the ends of sentences that begin with the number
 */
function findRowFaults({ state, proof }, namesIn) {
  if (!states.includes(state)) return [`is «${state}», not one of ${states.join(', ')}`];
  const named = [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)];
  if (state === 'met' && named.length === 0) return ['is met, but names neither a test nor a section'];
  if (state !== 'met' && !proof.endsWith('.')) return [`is ${state}, without a sentence that says why`];
  return named.flatMap(([, file = '', name = '']) => {
    const names = namesIn(file);
    if (names === undefined) return [`names ${file}, which does not exist`];
    return names.has(name) ? [] : [`names “${name}”, which ${file} does not have`];
  });
}

/**
 * Reads the titles of a file of tests (texts that are the first argument of a call), or the headings of a Markdown file.
 *
 * @param {string} root
 * @param {string} file - path below `root`
 * @returns {Set<string> | undefined} `undefined` when there is no such file
 */
export function readNames(root, file) {
  const place = path.join(root, file);
  if (!existsSync(place)) return undefined;
  const text = readFileSync(place, 'utf8');
  if (file.endsWith('.md'))
    return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));
  const arguments_ = text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g);
  return new Set([...arguments_].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1')));
}
