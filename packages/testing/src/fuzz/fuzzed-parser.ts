/** A parser of bytes that come from content providers, as its fuzz test sees it. */
export interface FuzzedParser {
  name: string;
  /** Valid or nearly valid inputs of the parser, from which the fuzz test makes others. */
  samples: readonly Uint8Array[];
  /**
   * Fragments of the file format that the parser reads (keywords, separators, box names), which the fuzz test inserts
   * at random positions, and of which it makes long repetitions.
   */
  tokens: readonly string[];
  /** Valid documents that grow by repetition, by which the cost of long inputs is judged. */
  patterns: readonly Pattern[];
  /**
   * Parses an input.
   * @returns the size of the parser's output, in characters or items; 0 when the parser refuses the input
   */
  parse(bytes: Buffer): Promise<number>;
  /**
   * The most bytes that the product gives to the parser at once, or a part of them where it reads any number piece by
   * piece.
   */
  largestBytes: number;
  /** The error classes that the parser may throw. */
  refusals: readonly (new (...args: never[]) => Error)[];
}

/** A document for a parser that grows by repetition. */
export interface Pattern {
  /**
   * Fixed and repeated parts of the document by turns; the first and the last are fixed. Texts are Latin-1. However
   * often the others are repeated, the parser reads the document to its end.
   */
  parts: readonly (string | Uint8Array)[];
  /** Which fixed part the parser reads last: without it, the parser must make something else of the document. */
  readLast?: 'first' | 'last';
  /** Writes into the document what depends on its length, such as the sizes of boxes. */
  finish?: (document: Buffer, times: number) => void;
  /**
   * The limit of the parser that refuses the longest of these documents, in words; the longest document that the parser
   * does read is tried then.
   */
  limit?: string;
}

/** Upper limit for the size of a parser's output: so many characters or items per input byte, plus a constant. */
const growth = { perByte: 64, besides: 100_000 };

/** What a parser did with an input: the size of its output, 0 after a refusal, and what was wrong about that. */
export interface Outcome {
  made: number;
  fault: string | undefined;
}

/** The outcome of an input that a parser refuses as it may. */
export const refused: Outcome = { made: 0, fault: undefined };

/** Gives an input to a parser. Too much output, or an error class that is not the parser's own, is a fault. */
export async function judge({ parse, refusals }: FuzzedParser, bytes: Buffer): Promise<Outcome> {
  try {
    const made = await parse(bytes);
    const most = growth.besides + growth.perByte * bytes.length;
    return { made, fault: made > most ? `made ${made} of ${bytes.length} bytes` : undefined };
  } catch (error) {
    if (refusals.some((kind) => error instanceof kind)) return refused;
    return { made: 0, fault: `threw ${String(error)}` };
  }
}
