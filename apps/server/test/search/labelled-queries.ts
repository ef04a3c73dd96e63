/*
 * Searches as people type them, each with the title that was meant, written by hand from public titles. The kinds are
 * those of the product's search: words joined or apart, signs left out, numbers in any spelling, articles left out or
 * added, short words, one slip in a word, and the beginning of a word while it is typed. A fifth of them are
 * counter-examples, which also name a title that is easily taken for the meant one and must not come before it.
 */
import { readFileSync } from 'node:fs';

export interface LabelledQuery {
  kind: string;
  typed: string;
  /** The title, or the channel's name, that the person wants. */
  meant: string;
  /** A near title that must not come before it; empty where any may. */
  notBefore: string;
  isOfChannel: boolean;
}

/** Returns the rows of a file of tab-separated values beside this one, without its heading. */
const readRows = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

export const labelledQueries: readonly LabelledQuery[] = readRows('labelled-queries.tsv').map(
  ([kind = '', typed = '', meant = '', notBefore = '']) => ({
    kind,
    typed,
    meant,
    notBefore,
    isOfChannel: kind.endsWith('channels'),
  }),
);

const neighbours = readRows('neighbours.tsv');

/** The titles, or names of channels, that the queries name, and others that are easily taken for them. */
export const listNames = (isOfChannel: boolean): string[] => [
  ...new Set([
    ...labelledQueries
      .filter((query) => query.isOfChannel === isOfChannel)
      .flatMap(({ meant, notBefore }) => (notBefore === '' ? [meant] : [meant, notBefore])),
    ...neighbours.flatMap(([kind, title = '']) => ((kind === 'channel') === isOfChannel ? title : [])),
  ]),
];
