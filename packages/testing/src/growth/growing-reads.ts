import { judge, type FuzzedParser, type Pattern } from '../fuzz/fuzzed-parser.ts';
import { bytesOf, repeatWithin, writeDocument } from '../fuzz/parser-growth.ts';
import { countReads } from './reading-meter.ts';

/** The longest document that is tried, in bytes. */
const longestBytes = 32_768;
const mostGrowth = 2.5;
/** Reads that do not depend on the length of the document: the parser's own tables and limits. */
const besides = 2_000;

/**
 * Compares how much a parser reads for documents of which one is twice as long, for each of its patterns and for each of
 * its tokens repeated.
 *
 * @returns what is wrong, for each document for which twice the text takes more than 2.5 times the reads
 */
export async function findGrowingReads(parser: FuzzedParser): Promise<string[]> {
  const faults: string[] = [];
  const repeated = parser.tokens.map((token) => repeatWithin(parser.patterns[0], bytesOf(token)));
  for (const pattern of parser.patterns) {
    const length = await longestRead(parser, pattern);
    if (length === undefined) faults.push(`reads no document of ${describe(pattern)}`);
    else faults.push(...(await compare(parser, pattern, length)));
  }
  for (const pattern of repeated) {
    faults.push(...(await compare(parser, pattern, Math.min(longestBytes, parser.largestBytes))));
  }
  return faults;
}

async function compare(parser: FuzzedParser, pattern: Pattern, length: number): Promise<string[]> {
  const count = (bytes: number) => {
    const document = writeDocument(pattern, bytes);
    return countReads(() => judge(parser, document));
  };
  const [once, twice] = [await count(length / 2), await count(length)];
  return twice <= mostGrowth * once + besides
    ? []
    : [`reads ${once}, and ${twice} for twice the text: ${describe(pattern)}`];
}

/** The length of a document of a pattern that the parser does not refuse. */
async function longestRead(parser: FuzzedParser, pattern: Pattern): Promise<number | undefined> {
  for (let length = Math.min(longestBytes, parser.largestBytes); length >= 128; length /= 2) {
    const { made } = await judge(parser, writeDocument(pattern, length));
    if (made > 0) return length;
  }
  return undefined;
}

const describe = ({ parts }: Pattern): string =>
  parts.map((part) => JSON.stringify(bytesOf(part).toString('latin1', 0, 60))).join(' ');
