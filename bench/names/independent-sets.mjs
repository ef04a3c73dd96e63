// Names with their fields that others have labelled, to compare the reader of names with. Facts only; see docs/names.md.
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { parseDocument, isMap } from 'yaml';
import { runChild } from '../../tools/child.mjs';
import { inRoot } from '../../tools/paths.mjs';

/**
 * A name with what another project reads in it. `undefined` stands for a field that it does not have.
 *
 * @typedef {object} ForeignName
 * @property {string} name
 * @property {boolean} isChapter
 * @property {string} title
 * @property {number | undefined} year
 * @property {number | undefined} season
 * @property {number | undefined} chapter - of several chapters the first
 * @property {number | undefined} last - of several chapters the last
 */

const guessit = 'guessit==4.4.0';
const guessitFolder = inRoot('.cache/independent/guessit-4.4.0');

/** @param {string | undefined} text */
const toNumber = (text) => (text === undefined || text === '' ? undefined : Number(text));

/** The cases of `@ctrl/video-filename-parser`, which are in this repository. @returns {Promise<ForeignName[]>} */
export async function readParserCases() {
  const text = await readFile(inRoot('bench/names/video-filename-parser.tsv'), 'utf8');
  const [, ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [name = '', title = '', year, season, chapter, last] = line.split('\t');
    const first = toNumber(chapter);
    return {
      name,
      isChapter: first !== undefined,
      title,
      year: toNumber(year),
      season: toNumber(season),
      chapter: first,
      last: toNumber(last) ?? first,
    };
  });
}

/**
 * The cases of guessit (LGPL-3.0-or-later). They are in no file of this repository: its package is downloaded with pip into
 * `.cache` and read from there.
 *
 * @returns {Promise<ForeignName[] | undefined>} `undefined` where there is no pip or no network
 */
export async function readGuessitCases() {
  if (!existsSync(guessitFolder)) {
    await mkdir(guessitFolder, { recursive: true });
    const words = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', guessitFolder, guessit];
    if ((await runChild('python3', words)).code !== 0) return undefined;
  }
  const cases = [];
  for (const file of ['movies', 'episodes', 'various']) {
    const path = `${guessitFolder}/guessit/test/${file}.yml`;
    if (!existsSync(path)) return undefined;
    cases.push(...readCases(await readFile(path, 'utf8')));
  }
  return cases;
}

/**
 * Reads a file of guessit's cases: a map whose keys are names. A name without a value has that of the next one.
 *
 * @param {string} text
 * @returns {ForeignName[]}
 */
function readCases(text) {
  const { contents } = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const cases = [];
  let defaults = {};
  /** @type {string[]} */
  let waiting = [];
  for (const pair of contents.items) {
    const name = String(pair.key);
    const value = isMap(pair.value) ? pair.value.toJSON() : undefined;
    waiting.push(name);
    if (value === undefined) continue;
    if (name === '__default__') defaults = value;
    else for (const each of waiting) cases.push(toForeign(each, { ...defaults, ...value }));
    waiting = [];
  }
  return cases.filter((each) => each !== undefined);
}

/**
 * Takes the cases of names that an entry of a list could have: no paths of folders, no cases with settings of guessit, no
 * other languages than English and Spanish, and no season packs or other things that are no film or chapter.
 *
 * @param {string} name @param {Record<string, any>} fields @returns {ForeignName | undefined}
 */
function toForeign(name, fields) {
  const { title, year, season, episode, type, language, options, absolute_episode: absolute } = fields;
  const spoken = [language ?? []].flat().map((each) => String(each).toLowerCase());
  const isUnderstood = spoken.every((each) => /^(?:english|en|spanish|es|mul|multi|und)/.test(each));
  const isName = !/[/\\]/.test(name) && !/^[-+]/.test(name) && typeof title === 'string';
  const number = [episode ?? absolute ?? []].flat();
  const isChapter = type === 'episode';
  const isEntry = isChapter ? number.length > 0 : type === 'movie';
  if (!isUnderstood || !isName || !isEntry || options !== undefined || Array.isArray(season))
    return undefined;
  return {
    name,
    isChapter,
    title,
    year: typeof year === 'number' ? year : undefined,
    season: typeof season === 'number' ? season : undefined,
    chapter: isChapter ? Number(number[0]) : undefined,
    last: isChapter ? Number(number.at(-1)) : undefined,
  };
}
