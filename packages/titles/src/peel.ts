/**
 * Takes the tags and the year from both ends of a name.
 *
 * At the front, tags count in brackets and before a bar, dash or colon: `ES - `, `┃MX┃`, `[LAT]`. At the end, the longest
 * run of tokens that could all be tags is found. The leftmost one of them that cannot be a word of the title (a bracket,
 * `1080p`, a year, `Latino`) is the anchor: all that follows it are tags, whatever their order, and the vague words
 * before it are looked at one by one. So «Volver (2006) Dual» has a tag, and «Realidad Dual» has none.
 *
 * A name is never emptied: where all of it could be tags, its first word is the title («HD (2015)», «1917»).
 */
import { evenBlanks } from './fold-title.ts';
import { foldWord } from './fold-word.ts';
import { labelTokens, withoutStops, type Label } from './labels.ts';
import type { TagCollector } from './tag-collector.ts';
import { tokenise, type Token } from './tokens.ts';
import { isYearTitle } from './year.ts';

export interface PeelOptions {
  latestYear: number;
  /** What stands behind a chapter code: it may consist of tags alone, and a word there needs no other tag beside it. */
  isAfterCode?: boolean;
  /** What stands before a chapter code: it may be a prefix such as `ES - ` alone. */
  isBeforeCode?: boolean;
  /** Whether a maker in square brackets may stand in front: `[Grupo] Nombre - 137`. */
  mayHaveMaker?: boolean;
  /** Whether a year without brackets behind the title is its year; by default it is. */
  mayHaveBareYear?: boolean | undefined;
  /** A file's name: what follows its year or its first word of a release is no title. */
  isFileName?: boolean;
}

export interface Peeled {
  title: string;
  year: number | undefined;
}

const lowerLetter = /\p{Ll}/u;
const number = /^\d+$/;
const startsWithDigit = /^\d/;
const capitalsOnly = /^[\p{Lu}\p{N}.+-]+$/u;
const unknownPrefix = /^\p{Lu}{2,4}$/u;
const chapterWord: ReadonlySet<string> = new Set(
  'capitulo,cap,episodio,ep,parte,part,chapter,episode,volumen,vol,temporada,season'.split(','),
);
/** Codes that films are called, too. */
const codesOfFilms: ReadonlySet<string> = new Set('it,us,ma,no,xxx'.split(','));
/** Words for a kind that are no part of the title before a colon: `PELICULA: Coco`; films are called «Cine: …», too. */
const headingWords: ReadonlySet<string> = new Set(
  'pelicula,peliculas,pelis,serie,series,vod,movie,movies,novelas'.split(','),
);
/** Words for languages that are tags at the left of another tag too, if they are not written as a word of the title. */
const companions: ReadonlySet<string> = new Set(
  'dual,multi,sub,subs,subt,espanol,spanish,audio,doblado,doblada,complete,proper,repack,esp,xxx,2160,1080,720,480'.split(
    ',',
  ),
);

export function peel(text: string, collector: TagCollector, options: PeelOptions): Peeled {
  return new Peeler(text, collector, options).peel();
}

/** Gathers the tags of a text that has no title, besides the vague ones. */
export function collectTags(text: string, collector: TagCollector, latestYear: number): void {
  for (const label of new Set(labelTokens(text, tokenise(text), latestYear))) {
    if (label === undefined || label.strength === 'vague') continue;
    for (const tag of label.tags) collector.add(tag, '');
  }
}

class Peeler {
  readonly #text: string;
  readonly #collector: TagCollector;
  readonly #options: PeelOptions;
  readonly #tokens: readonly Token[];
  readonly #labels: readonly (Label | undefined)[];
  #low = 0;
  #high: number;
  #year: number | undefined;
  /** Whether tags that follow the title have been cut off already. */
  #isCut = false;

  constructor(text: string, collector: TagCollector, options: PeelOptions) {
    this.#text = text;
    this.#collector = collector;
    this.#options = options;
    this.#tokens = tokenise(text);
    this.#labels = labelTokens(text, this.#tokens, options.latestYear);
    this.#high = this.#tokens.length - 1;
  }

  peel(): Peeled {
    this.#takeFront();
    if (this.#low <= this.#high) {
      this.#cutRelease();
      this.#cutBehindYear();
      this.#takeBack();
    }
    return { title: this.#build(), year: this.#year };
  }

  #takeFront(): void {
    let isBarred = false;
    for (;;) {
      const start = this.#low;
      const token = this.#tokens[start];
      if (token === undefined) return;
      if (token.kind === 'dash' || token.kind === 'bar' || token.kind === 'sign') {
        isBarred = token.kind === 'bar';
        if (!this.#hasTitle(start + 1) && !this.#mayBeEmpty) return;
        this.#collect(start, start + 1);
        this.#low += 1;
        continue;
      }
      const end = this.#prefixEnd(start, isBarred);
      if (end === start) return;
      this.#collect(start, end);
      this.#low = end;
      isBarred = false;
    }
  }

  get #mayBeEmpty(): boolean {
    return this.#options.isAfterCode === true || this.#options.isBeforeCode === true;
  }

  /** @returns the index behind the tags that begin at `start`; `start` itself where none do */
  #prefixEnd(start: number, isBarred: boolean): number {
    const token = this.#tokens[start]!;
    const label = this.#labels[start];
    if (token.kind === 'bracket') {
      const isTag = label !== undefined || this.#isMaker(start);
      return isTag && (this.#hasTitle(start + 1) || this.#mayBeEmpty) ? start + 1 : start;
    }
    let end = start;
    while (end - start < 4 && this.#isWordTag(end) && this.#tokens[end]!.edge !== ':') end += 1;
    if (this.#isWordTag(end) && end - start < 4) end += 1;
    const last = this.#tokens[end - 1];
    const next = this.#tokens[end];
    const isBeforeBar = next?.kind === 'bar';
    if (end === start) return this.#unknownPrefixEnd(start, isBarred);
    const isSetOff = isBeforeBar || next?.kind === 'dash' || last?.edge === ':';
    if (isSetOff && this.#isPrefix(start, end, isBeforeBar)) return end;
    const isPlain =
      label?.strength === 'hard' || (label?.strength === 'quality' && label.tags[0]?.quality === '4K');
    if (!isPlain) return start;
    const behind = this.#behindPhrase(start);
    return this.#hasTitleWord(behind) ? behind : start;
  }

  /** The maker of a file in brackets before a title with a chapter code: `[Grupo] Nombre - 137`. */
  #isMaker(index: number): boolean {
    const isSquare = this.#text.charAt(this.#tokens[index]!.start) === '[';
    return this.#options.mayHaveMaker === true && isSquare && this.#hasTitle(index + 1);
  }

  #isWordTag(index: number): boolean {
    const strength = this.#labels[index]?.strength;
    return this.#tokens[index]?.kind === 'word' && strength !== undefined && strength !== 'year';
  }

  /** Between bars, or before one, any code of two to four capitals is a tag: `┃XY┃`. */
  #unknownPrefixEnd(start: number, isBarred: boolean): number {
    const token = this.#tokens[start]!;
    const isCode = token.kind === 'word' && unknownPrefix.test(this.#text.slice(token.start, token.end));
    const isBeforeBar = this.#tokens[start + 1]?.kind === 'bar';
    const isShort = isBarred || token.end - token.start <= 3;
    return isCode && isBeforeBar && isShort && this.#hasTitle(start + 2) ? start + 1 : start;
  }

  #isPrefix(start: number, end: number, isBeforeBar: boolean): boolean {
    // «1080: la ruta»
    if (number.test(this.#tokens[start]!.folded)) return false;
    const rest = this.#tokens[end]?.kind === 'word' ? end : end + 1;
    const isFilm = end === start + 1 && codesOfFilms.has(this.#tokens[start]!.folded);
    // «XXX: Return of Xander Cage»; what is for adults has a bar or a bracket.
    if (isFilm && this.#tokens[start]!.folded === 'xxx' && this.#tokens[end - 1]!.edge === ':') return false;
    if (!this.#hasTitle(rest)) return this.#options.isBeforeCode === true && !isFilm;
    if (isBeforeBar) return true;
    // «IT - 2017» is the film and its year, and «IT: Capítulo 2» the film.
    const isContinued =
      this.#labels[rest]?.strength === 'year' || chapterWord.has(this.#tokens[rest]?.folded ?? '');
    if (isFilm && isContinued) return false;
    for (let index = start; index < end; index += 1) {
      const label = this.#labels[index]!;
      const token = this.#tokens[index]!;
      const isNetwork = label.tags.some(({ network }) => network !== undefined);
      const isDashed = this.#tokens[end]?.kind === 'dash';
      const isCapitals = capitalsOnly.test(this.#text.slice(token.start, token.end));
      if (label.strength === 'heading') {
        if (isDashed ? !isCapitals : !headingWords.has(token.folded)) return false;
        continue;
      }
      if (isNetwork && !isDashed && !isCapitals) return false;
      if (label.strength === 'vague' && !isCapitals && !isNetwork) return false;
    }
    return true;
  }

  /** @returns the index behind a word, or behind the phrase that it begins: `Ultra HD` */
  #behindPhrase(start: number): number {
    let index = start + 1;
    if (this.#labels[start] === undefined) return index;
    while (this.#labels[index] === this.#labels[start]) index += 1;
    return index;
  }

  /** Whether a word that says more than a quality or a release stands at a token or behind it. */
  #hasTitleWord(from: number): boolean {
    for (let index = from; index <= this.#high; index += 1) {
      const strength = this.#labels[index]?.strength;
      if (this.#tokens[index]!.kind === 'word' && strength !== 'hard' && strength !== 'quality') return true;
    }
    return false;
  }

  /** Whether a title can begin at a token or behind it. */
  #hasTitle(from: number): boolean {
    for (let index = from; index <= this.#high; index += 1) {
      const { kind } = this.#tokens[index]!;
      if (kind === 'word' || (kind === 'bracket' && this.#labels[index] === undefined)) return true;
    }
    return false;
  }

  /**
   * Cuts the name before the first word that is in no title, where words follow it that are no tags; in a file's name
   * also before its last year.
   */
  #cutRelease(): void {
    let cut = -1;
    let lastUnknown = -1;
    for (let index = this.#low; index <= this.#high; index += 1) {
      const strength = this.#labels[index]?.strength;
      const { kind } = this.#tokens[index]!;
      if (strength === undefined && (kind === 'word' || kind === 'bracket')) lastUnknown = index;
      if (cut === -1 && kind === 'word' && strength === 'hard' && index > this.#low) cut = index;
    }
    if (this.#options.isFileName === true) cut = this.#fileNameCut(cut);
    if (cut === -1 || lastUnknown < cut) return;
    this.#collect(cut, this.#high + 1);
    this.#high = cut - 1;
    this.#isCut = true;
  }

  /**
   * Cuts a film's name behind its only year in brackets or between dashes, where words follow that continue no title:
   * `Coco (2017) Animación`, `Coco - 2017 - Documental`, but not «Dune (2021) Parte 2».
   */
  #cutBehindYear(): void {
    if (this.#mayBeEmpty) return;
    let place = -1;
    for (let index = this.#low + 1; index <= this.#high; index += 1) {
      if (!this.#isSetOffYear(index)) continue;
      if (place !== -1) return;
      place = index;
    }
    if (place === -1) return;
    let next = place + 1;
    while (next <= this.#high && !this.#isUnknownWord(next)) next += 1;
    const word = this.#tokens[next]?.folded ?? '';
    if (next > this.#high || chapterWord.has(word) || startsWithDigit.test(word)) return;
    this.#collect(place + 1, this.#high + 1);
    this.#high = place;
  }

  #isSetOffYear(index: number): boolean {
    if (this.#labels[index]?.year === undefined) return false;
    const isDash = (at: number): boolean => this.#tokens[at]?.kind === 'dash';
    return this.#tokens[index]!.kind === 'bracket' || (isDash(index - 1) && isDash(index + 1));
  }

  #isUnknownWord(index: number): boolean {
    const strength = this.#labels[index]?.strength;
    return this.#tokens[index]?.kind === 'word' && (strength === undefined || strength === 'heading');
  }

  #fileNameCut(release: number): number {
    const end = release === -1 ? this.#high : release - 1;
    for (let index = end; index > this.#low; index -= 1) {
      if (this.#labels[index]?.strength === 'year') return index;
    }
    return release;
  }

  #takeBack(): void {
    const run = this.#findRun();
    let start = run.start;
    const { high } = this;
    const anchor = this.#findAnchor(start, high);
    let from = anchor;
    while (from > start && this.#isAcceptedBefore(from - 1, from, anchor)) from -= 1;
    start = from;
    const mayBeOfTitle = run.yearIndex >= start;
    const isOfChapter = this.#options.isAfterCode === true && this.#isUnknownWord(run.yearIndex - 1);
    const isBareTitle = this.#options.mayHaveBareYear === false || isOfChapter;
    if (mayBeOfTitle && (isBareTitle || this.#isTitleWithYear(run.yearIndex))) start = run.yearIndex + 1;
    this.#collect(start, high + 1);
    this.#high = start - 1;
    const isSign = (): boolean => {
      const token = this.#tokens[this.#high];
      const isSlash = token !== undefined && this.#text.slice(token.start, token.end) === '/';
      return isSlash || token?.kind === 'dash' || token?.kind === 'bar' || token?.kind === 'sign';
    };
    while (this.#high >= this.#low && isSign() && (this.#mayBeEmpty || this.#high > this.#low))
      this.#high -= 1;
  }

  private get high(): number {
    return this.#high;
  }

  /** The longest run of tokens at the end that could all be tags, signs or the year. */
  #findRun(): { start: number; yearIndex: number } {
    let year = this.#year;
    let yearIndex = -1;
    let index = this.#high;
    for (; index >= this.#low; index -= 1) {
      const label = this.#labels[index];
      const { kind } = this.#tokens[index]!;
      if (label === undefined) {
        if (kind === 'word' || (kind === 'bracket' && !this.#isJunk(index))) break;
        continue;
      }
      if (label.strength === 'heading') break;
      if (label.year === undefined || label.year === year) continue;
      if (year !== undefined) break;
      year = label.year;
      if (kind === 'word') yearIndex = index;
    }
    let start = index + 1;
    if (start <= this.#low && this.#options.isAfterCode !== true) start = this.#afterFirstWord();
    return { start, yearIndex };
  }

  #afterFirstWord(): number {
    let index = this.#low;
    while (index < this.#high && this.#tokens[index]!.kind !== 'word') index += 1;
    if (this.#tokens[index]?.kind !== 'word') return this.#high + 1;
    return this.#behindPhrase(index);
  }

  /** An unknown word in square brackets behind a year or a release in brackets, a mark of its maker: `Coco (2017) [Pixar]`. */
  #isJunk(index: number): boolean {
    const open = this.#text.charAt(this.#tokens[index]!.start);
    if (open === '(') return false;
    for (let before = index - 1; before >= this.#low && before > index - 6; before -= 1) {
      const label = this.#labels[before];
      if (label === undefined) return false;
      const isRelease = label.tags.some(({ strength }) => strength === 'hard');
      if (label.year !== undefined || isRelease) return this.#tokens[before]!.kind === 'bracket';
    }
    return false;
  }

  #findAnchor(start: number, high: number): number {
    if (this.#options.isAfterCode === true && start <= this.#low) return start;
    for (let index = start; index <= high; index += 1) if (this.#isAnchor(index)) return index;
    return high + 1;
  }

  #isAnchor(index: number): boolean {
    const label = this.#labels[index];
    const { kind } = this.#tokens[index]!;
    if (kind === 'dash' || kind === 'bar' || kind === 'bracket') return true;
    // A star sets a tag off as a bar does: `★NUEVA★`.
    if (kind === 'sign' && this.#text.charCodeAt(this.#tokens[index]!.start) > 0x2000) return true;
    if (label === undefined) return false;
    return label.strength === 'clear' ? label.isCapitalised : label.strength !== 'vague';
  }

  /** Whether a vague word before a tag (or at the end of the name) is a tag itself. */
  #isAcceptedBefore(index: number, next: number, anchor: number): boolean {
    const label = this.#labels[index];
    const token = this.#tokens[index]!;
    if (label === undefined) return token.kind !== 'word' && token.kind !== 'bracket';
    const word = this.#text.slice(token.start, token.end);
    const isCapitals = capitalsOnly.test(word);
    const isMixed = lowerLetter.test(this.#text.slice(this.#tokens[this.#low]!.start, token.start));
    const tag = label.tags[0];
    const isLanguage = tag?.languages !== undefined && tag.country === undefined;
    if (isCapitals && isMixed && word.length > 2 && isLanguage) return true;
    const right = this.#labels[Math.max(next, anchor)];
    const isBesideRelease =
      right?.strength === 'hard' || right?.strength === 'quality' || right?.strength === 'clear';
    if (!isBesideRelease && !this.#isCut) return false;
    // «Desastre LA» ends in the name of a city.
    if (tag?.isCode === true) return isMixed && isCapitals && token.folded !== 'la';
    return companions.has(token.folded) && label.isCapitalised;
  }

  /** Whether the title itself ends in the bare year at `index`: «Mujer Maravilla 1984». */
  #isTitleWithYear(index: number): boolean {
    const start = this.#tokens[this.#low]!.start;
    return isYearTitle(foldWord(evenBlanks(this.#text.slice(start, this.#tokens[index]!.end))));
  }

  /** Takes the labels of the tokens from `start` to `end` for tags. */
  #collect(start: number, end: number): void {
    for (let index = start; index < end; index += 1) {
      const label = this.#labels[index];
      if (label === undefined || label === this.#labels[index - 1]) continue;
      // In brackets a year counts before a bare one that stands elsewhere.
      if (label.year !== undefined) this.#year ??= label.year;
      for (const tag of label.tags) this.#collector.add(tag, this.#written(index));
    }
  }

  /** A tag as the name writes it: all words of a phrase, a bracket's content. */
  #written(index: number): string {
    const token = this.#tokens[index]!;
    if (token.kind === 'bracket') return this.#text.slice(token.start + 1, token.end - 1).trim();
    let last = index;
    while (this.#labels[last + 1] === this.#labels[index]) last += 1;
    return withoutStops(this.#text.slice(token.start, this.#tokens[last]!.end));
  }

  /** The title, without the brackets with tags inside of it. */
  #build(): string {
    if (this.#low > this.#high) return '';
    let title = '';
    let start = this.#tokens[this.#low]!.start;
    for (let index = this.#low + 1; index < this.#high; index += 1) {
      const token = this.#tokens[index]!;
      const label = this.#labels[index];
      if (token.kind !== 'bracket' || label === undefined || label.year !== undefined) continue;
      title += `${this.#text.slice(start, token.start)} `;
      start = token.end;
      this.#collect(index, index + 1);
    }
    const last = this.#tokens[this.#high]!;
    title += this.#text.slice(start, last.end);
    return evenBlanks(withoutFullStop(title, last.folded));
  }
}

/** Drops full stops at the end of a title, but not those of an abbreviation: «S.W.A.T.», «Jr.». */
function withoutFullStop(title: string, lastWord: string): string {
  const isShort = lastWord.length <= 3 && !number.test(lastWord);
  if (!title.endsWith('.') || isShort || lastWord.includes('.')) return title;
  return withoutStops(title);
}
