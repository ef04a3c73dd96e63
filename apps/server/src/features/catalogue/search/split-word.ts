/*
 * Finds the words of the catalogue that a word of a search consists of: «lalaland» of «la», «la» and «land». Every
 * position of the word keeps its cheapest few divisions, so the work grows with the square of the word's length.
 */

/** The longest word, in letters, that is divided, and the shortest one. */
const longestDivided = 24;
const shortestDivided = 3;
/** How many divisions of a word are tried, those with the fewest parts first. */
const divisionsTried = 3;
const mostParts = 5;
/** A single letter is part of a title more seldom than a word is, and there is at most one. */
const letterCost = 1.5;

/** Returns every part of a word that may be a word of its own, without the word itself. */
export function listParts(word: string): string[] {
  if (word.length < shortestDivided || word.length > longestDivided) return [];
  const parts = new Set<string>();
  for (let from = 0; from < word.length; from += 1) {
    for (let to = from + 2; to <= word.length; to += 1) parts.add(word.slice(from, to));
  }
  parts.delete(word);
  return [...parts];
}

/** A part of a word as titles write it: «la» for «la», «g i» for «gi» of «G.I.»; `undefined` for one that no title has. */
type WrittenPart = (part: string) => readonly string[] | undefined;

interface Division {
  parts: string[];
  /** How many parts it has, of which one may be several words in titles. */
  count: number;
  cost: number;
  hasLetter: boolean;
}

/** Divides a word into two to five parts, each of which is known or a single letter. The likeliest division is first. */
export function divideWord(word: string, writtenPart: WrittenPart): string[][] {
  if (word.length < shortestDivided || word.length > longestDivided) return [];
  const ending: Division[][] = [[{ parts: [], count: 0, cost: 0, hasLetter: false }]];
  for (let to = 1; to <= word.length; to += 1) {
    const divisions: Division[] = [];
    for (let from = 0; from < to; from += 1) {
      const part = word.slice(from, to);
      const isLetter = part.length === 1;
      const written = isLetter ? [part] : writtenPart(part);
      if (part === word || written === undefined) continue;
      for (const { parts, count, cost, hasLetter } of ending[from] ?? []) {
        if (count === mostParts || (isLetter && hasLetter)) continue;
        const division = {
          parts: [...parts, ...written],
          count: count + 1,
          cost: cost + (isLetter ? letterCost : 1),
          hasLetter: hasLetter || isLetter,
        };
        divisions.push(division);
      }
    }
    ending.push(divisions.toSorted((a, b) => a.cost - b.cost).slice(0, divisionsTried));
  }
  return (ending.at(-1) ?? []).map(({ parts }) => parts);
}
