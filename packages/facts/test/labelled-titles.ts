/**
 * Titles of lists with the work that a person recognises in each, made of public works as lists write them: in the names of
 * Spain, of Mexico and in the original, with dots, in capitals, without accents, with the year in brackets, bare, missing, or
 * wrong by one, and with marks of quality and language. The same seed makes the same titles.
 *
 * A third of the works is kept apart (`isApart`): nobody tunes on the titles of these.
 */
import { matchTitle, readQuery, type Candidate, type TitleMatch, type TitleQuery } from '../src/index.ts';
import { detailsOfWork, searchWorks } from './made-source.ts';
import { leftOutWorks, publicWorks, type PublicWork } from './public-works.ts';

export interface LabelledTitle {
  /** As the list writes it. */
  text: string;
  query: TitleQuery;
  /** The id of the right work; `undefined` where the source does not know it. */
  id: string | undefined;
  isApart: boolean;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Choose = <Choice>(choices: readonly Choice[]) => Choice;

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');
const dotted = (text: string): string => text.replace(/[\s:¿?¡!,()]+/gu, '.').replace(/^\.|\.$/gu, '');

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  withoutAccents,
  withoutAccents,
  (text) => text.toUpperCase(),
  (text) => withoutAccents(text).toUpperCase(),
  (text) => text.replace(/[:,¿¡]/gu, ''),
  (text) => text.replace(': ', ' - '),
];
const behind = [
  '',
  '',
  '',
  ' LAT',
  ' [LAT]',
  ' 1080p',
  ' 4K',
  ' (Castellano)',
  ' [Dual]',
  ' 4K UHD',
  ' HD',
  ' [Latino] 1080p',
];
const before = ['', '', '', '', 'ES | ', 'MX - ', '[4K] ', 'LAT | '];
const years: readonly ((year: number) => string)[] = [
  (year) => ` (${year})`,
  (year) => ` (${year})`,
  (year) => ` (${year})`,
  (year) => ` (${year})`,
  (year) => ` [${year}]`,
  (year) => ` ${year} 1080p`,
  (year) => ` (${year + 1})`,
  () => '',
  () => '',
];

const latinLetter = /\p{Script=Latin}|\d/u;
const readable = ({ names }: PublicWork): string[] => names.filter((name) => latinLetter.test(name));

/** How a list writes a film. */
function writeFilm(name: string, year: number, choose: Choose): string {
  if (choose([true, false, false, false, false])) {
    const mark = choose(['.4K.LAT', '.1080p.BluRay.x264', '.WEB-DL.1080p', '.BDRip.Castellano', '.4K']);
    return `${dotted(choose([name, withoutAccents(name)]))}.${choose([`(${year})`, String(year)])}${mark}`;
  }
  return choose(before) + choose(spellings)(name) + choose(years)(year) + choose(behind);
}

function writeSeries(name: string, year: number, seasons: number, choose: Choose): string {
  const spelt = choose(spellings)(name);
  const season = choose(['', '', '', ` Temporada ${seasons}`, ` T${seasons}`, ' [Serie completa]']);
  return choose(before) + spelt + choose(['', '', '', ` (${year})`]) + season;
}

const namesOfEach = 3;

/** Makes the labelled titles. */
export function makeLabelledTitles(seed = 20_261_130): LabelledTitle[] {
  const random = createRandom(seed);
  const choose: Choose = (choices) => {
    if (choices.length === 0) throw new RangeError('there is nothing to choose from');
    // The index is below the length.
    return choices[Math.floor(random() * choices.length)] as (typeof choices)[number];
  };
  const made = publicWorks.flatMap((work) => {
    const isApart = random() < 1 / 3;
    return Array.from({ length: namesOfEach }, () => ({ ...writeKnown(work, choose), id: work.id, isApart }));
  });
  const unknown = leftOutWorks.map(({ kind, year, name }) => {
    const text = `${choose(spellings)(name)} (${year})${choose(behind)}`;
    return { text, query: readQuery(text, { kind }), id: undefined, isApart: random() < 1 / 3 };
  });
  const texts = new Map([...made, ...unknown].map((each) => [`${each.query.kind} ${each.text}`, each]));
  return [...texts.values()];
}

function writeKnown(work: PublicWork, choose: Choose): Pick<LabelledTitle, 'text' | 'query'> {
  const name = choose([work.spanish, work.spanish, work.mexican ?? work.spanish, choose(readable(work))]);
  const year = work.year ?? 0;
  if (work.kind === 'series') {
    const most = work.seasons ?? 1;
    const seasons = choose([most, most, Math.max(1, most - 1)]);
    const text = writeSeries(name, year, most, choose);
    return { text, query: readQuery(text, { kind: 'series', seasons }) };
  }
  const text = writeFilm(name, year, choose);
  const runtime = choose([undefined, undefined, (work.runtime ?? 0) + choose([-1, 0, 1])]);
  return { text, query: readQuery(text, { kind: 'film', runtime }) };
}

/** Matches as the product does: what the first answer does not decide, details of the likeliest candidates may. */
function matchWithDetails(query: TitleQuery): TitleMatch {
  const answer = searchWorks(query);
  const first = matchTitle(query, answer);
  if (first.kind !== 'unsure' || first.ask.length === 0) return first;
  const asked = new Map(first.ask.map((id) => [id, detailsOfWork(id)]));
  const candidates = answer.candidates.map((candidate): Candidate => asked.get(candidate.id) ?? candidate);
  return matchTitle(query, { ...answer, candidates });
}

export interface MatchScore {
  titles: number;
  right: number;
  wrong: LabelledTitle[];
  missed: LabelledTitle[];
  /** In percent: of the accepted matches, those that are right. */
  precision: number;
  /** In percent: of the titles whose work the source knows, those that are matched rightly. */
  recall: number;
}

export function scoreTitles(labelled: readonly LabelledTitle[]): MatchScore {
  const judged = labelled.map((each) => {
    const match = matchWithDetails(each.query);
    return { each, found: match.kind === 'match' ? match.candidate.id : undefined };
  });
  const wrong = judged.filter(({ each, found }) => found !== undefined && found !== each.id);
  const right = judged.filter(({ each, found }) => found !== undefined && found === each.id);
  const missed = judged.filter(({ each, found }) => found === undefined && each.id !== undefined);
  const known = judged.filter(({ each }) => each.id !== undefined);
  return {
    titles: labelled.length,
    right: right.length,
    wrong: wrong.map(({ each }) => each),
    missed: missed.map(({ each }) => each),
    precision: (100 * right.length) / Math.max(1, right.length + wrong.length),
    recall: (100 * right.length) / Math.max(1, known.length),
  };
}
