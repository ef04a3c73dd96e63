/*
 * Looks for parsers that are slow or greedy for long inputs. A pattern is a document that stays valid however often a
 * part of it is repeated, so that the parser really reads all of it: a document that is refused at its beginning costs
 * nothing at any length. Twice the bytes may cost at most two and a half times the processor time, which other processes
 * on the machine change little, unlike the time of day.
 */
import { judge, refused, type FuzzedParser, type Pattern } from './fuzzed-parser.ts';
import { createMemoryMeter, type MemoryMeter } from './memory-peak.ts';

/** The length in bytes of the documents that are tried first, and by how much the next ones are longer. */
const documentBytes = { first: 400_000, factor: 5 };
/** By how much the memory of the process may grow, in MiB, while a parser reads a document. */
const memoryMiB = 256;
/**
 * Processor times below this, in ms, are too short to be a denial-of-service attack, and on a busy machine too
 * unsteady: two processes that share a cache lengthen the times of long documents more than those of short ones.
 */
const noticeableByDefaultMs = 1_000;
/**
 * A parser that, if it is quadratic, would take this processor time in ms or more at the largest size, is judged by a
 * smaller one.
 */
const hangMs = 2_000;
/** Times below this, in ms, say little about their ratio: a larger size decides, unless there is none. */
const legibleMs = 20;
/**
 * How often a parser that seems too slow is measured at most. The shortest times count, because a garbage collection or
 * a process on the same core can only lengthen a time.
 */
const confirmations = 10;
/** Of a document that the parser reads, so much longer is the one that a limit refuses. */
const nearEnough = 1.15;
/** A parser that reads fewer repetitions than this refuses the repeated part itself. */
const fewestTimes = 8;
/** How many patterns that cost too much are reported of a parser. */
const enoughFaults = 3;

/** How thoroughly the costs of a parser are measured. */
export interface GrowthOptions {
  /** The shortest processor time at the largest size, in ms, that may be too much. */
  noticeableMs?: number;
  /**
   * Whether documents grow only until their times exclude that the parser hangs at the largest size. The memory for the
   * largest size, and the limits of patterns beyond the first size, are not verified then.
   */
  isQuick?: boolean;
}

/**
 * Repeats all patterns of a parser, and its tokens.
 *
 * @returns the first patterns that cost too much time or memory
 */
export async function findExcesses(parser: FuzzedParser, options: GrowthOptions = {}): Promise<string[]> {
  const memory = await createMemoryMeter();
  const faults: string[] = [];
  for (const pattern of [...parser.patterns, ...tokenPatterns(parser)]) {
    const fault = await excessOf(parser, pattern, { ...options, memory });
    if (fault !== undefined) faults.push(`${fault}: ${describePattern(pattern)}`);
    // Each further pattern of a slow parser would take long, and tell no more.
    if (faults.length === enoughFaults) break;
  }
  return faults;
}

/**
 * A pattern that the parser may refuse at any point: what is repeated is not known to be valid there. Only its first
 * size is tried, because there are many of these.
 */
interface HostilePattern extends Pattern {
  isHostile?: boolean;
}

/** Repeats each token of a parser between the fixed parts of its first pattern. */
const tokenPatterns = ({ tokens, patterns }: FuzzedParser): HostilePattern[] =>
  tokens.map((token) => repeatWithin(patterns[0], bytesOf(token)));

/** Makes a pattern that repeats any bytes between the fixed parts of another one, or alone. */
export function repeatWithin(pattern: Pattern | undefined, unit: Uint8Array): HostilePattern {
  return { parts: [pattern?.parts[0] ?? '', unit, pattern?.parts.at(-1) ?? ''], isHostile: true };
}

/**
 * Compares the costs of longer and longer documents of a pattern, up to the largest that the product accepts, or the
 * longest that a limit allows. A longer one is tried only when even a quadratic parser would not hang at it.
 *
 * @returns what is wrong: the parser is superlinear, takes too much memory, or does not read the document to its end
 */
export async function excessOf(
  parser: FuzzedParser,
  pattern: HostilePattern,
  { memory, noticeableMs = noticeableByDefaultMs, isQuick = false }: GrowthOptions & { memory: MemoryMeter },
): Promise<string | undefined> {
  const { unitBytes, fixedBytes } = sizesOf(pattern);
  if (unitBytes === 0) return undefined;
  let longest = parser.largestBytes;
  let length = Math.min(documentBytes.first, longest);
  let [readBytes, refusedBytes] = [0, Infinity];
  for (;;) {
    const { outcome, costMs, grownMiB, document } = await readOnce(parser, pattern, length, memory);
    if (outcome.fault !== undefined) return outcome.fault;
    if (grownMiB > memoryMiB) return `took ${grownMiB} MiB of memory for ${length} bytes`;
    const isLast = length === longest;
    const isRead =
      pattern.isHostile === true ||
      (outcome.made > 0 &&
        ((!isLast && !isQuick) || (await isReadToEnd(parser, pattern, document, outcome.made))));
    if (!isRead) {
      if (pattern.limit === undefined) return `is not read to its end, with ${length} bytes`;
      if (costMs > hangMs) return `took ${Math.round(costMs)} ms to be refused`;
      if (length < fixedBytes + fewestTimes * unitBytes) return 'is refused even when it is short';
      // A shorter document that was read may not have been read to its end.
      if (refusedBytes === Infinity) readBytes = 0;
      refusedBytes = length;
    } else {
      const fault = await compareCosts(parser, pattern, { length, costMs, longest, noticeableMs });
      if (fault !== undefined) return fault;
      if (isQuick && refusedBytes === Infinity && !isOpen({ length, costMs, longest })) return undefined;
      readBytes = length;
    }
    if (refusedBytes === Infinity) {
      if (pattern.isHostile === true) return undefined;
      if (isLast) return pattern.limit === undefined ? undefined : 'does not reach its limit';
      length = Math.min(length * documentBytes.factor, longest);
    } else {
      if (refusedBytes <= readBytes * nearEnough) return undefined;
      longest = Math.floor((readBytes + refusedBytes) / 2);
      length = longest;
    }
  }
}

/** Lets a parser read a document of a pattern, and measures what that costs. */
async function readOnce(parser: FuzzedParser, pattern: Pattern, length: number, memory: MemoryMeter) {
  const document = writeDocument(pattern, length);
  let outcome = refused;
  let costMs = 0;
  const grownMiB = await memory.measure(async () => {
    const fromMs = processorMs();
    outcome = await judge(parser, document);
    costMs = processorMs() - fromMs;
  }, memoryMiB);
  return { outcome, costMs, grownMiB, document };
}

/**
 * Compares the processor times for a document and for one of half its length, where they say whether the parser would be
 * slow at the longest document.
 *
 * @returns what is wrong; `undefined` when the ratio is acceptable
 */
async function compareCosts(
  parser: FuzzedParser,
  pattern: Pattern,
  {
    length,
    costMs,
    longest,
    noticeableMs,
  }: { length: number; costMs: number; longest: number; noticeableMs: number },
): Promise<string | undefined> {
  const leastMs = leastMsOf(length < longest ? hangMs : noticeableMs, length, longest);
  if (costMs < leastMs || (length < longest && costMs < legibleMs)) return undefined;
  const costMsOf = async (bytes: number): Promise<number> => {
    const document = writeDocument(pattern, bytes);
    const fromMs = processorMs();
    await judge(parser, document);
    return processorMs() - fromMs;
  };
  let twiceMs = costMs;
  let onceMs = await costMsOf(length / 2);
  for (let round = 1; round < confirmations && twiceMs > 2.5 * onceMs; round += 1) {
    twiceMs = Math.min(twiceMs, await costMsOf(length));
    onceMs = Math.min(onceMs, await costMsOf(length / 2));
  }
  if (twiceMs <= 2.5 * onceMs || twiceMs < leastMs) return undefined;
  const half = Math.round(length / 2);
  return `took ${Math.round(onceMs)} ms for ${half} bytes, and ${Math.round(twiceMs)} ms for twice as many`;
}

/** The time in ms for a document from which on a quadratic parser would take the given time at the longest one. */
const leastMsOf = (longestMs: number, length: number, longest: number): number =>
  longestMs / (longest / length) ** 2;

/** Whether the time for a document is too short to be compared, but a quadratic parser may hang at the longest one. */
const isOpen = ({ length, costMs, longest }: { length: number; costMs: number; longest: number }): boolean =>
  length < longest && costMs < legibleMs && costMs >= leastMsOf(hangMs, length, longest);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Whether a parser accepts a document, and makes something else of it without the part that is read last. */
async function isReadToEnd(
  parser: FuzzedParser,
  { parts, readLast = 'last' }: Pattern,
  document: Buffer,
  made: number,
): Promise<boolean> {
  if (made === 0) return false;
  const part = bytesOf(readLast === 'last' ? parts.at(-1) : parts[0]);
  const cut = readLast === 'last' ? document.subarray(0, -part.length) : document.subarray(part.length);
  return part.length > 0 && (await judge(parser, Buffer.from(cut))).made !== made;
}

export const bytesOf = (part: string | Uint8Array = ''): Buffer =>
  typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);

/** The lengths of all repeated and of all fixed parts of a pattern, in bytes. */
function sizesOf({ parts }: Pattern): { unitBytes: number; fixedBytes: number } {
  const sum = (isRepeated: boolean): number =>
    parts
      .filter((_part, index) => (index % 2 === 1) === isRepeated)
      .reduce((bytes, part) => bytes + part.length, 0);
  return { unitBytes: sum(true), fixedBytes: sum(false) };
}

/** Writes a document of a pattern that has at most so many bytes, but one repetition at least. */
export function writeDocument(pattern: Pattern, length: number): Buffer {
  const { unitBytes, fixedBytes } = sizesOf(pattern);
  const times = Math.max(1, Math.floor((length - fixedBytes) / unitBytes));
  const written = pattern.parts.map((part, index) => {
    const bytes = bytesOf(part);
    return index % 2 === 0 ? bytes : Buffer.alloc(bytes.length * times, bytes);
  });
  const document = Buffer.concat(written);
  pattern.finish?.(document, times);
  return document;
}

const describePattern = ({ parts }: Pattern): string =>
  parts.map((part) => JSON.stringify(bytesOf(part).toString('latin1', 0, 80))).join(' ');
