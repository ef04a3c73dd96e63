/*
 * Counts how many characters and items of arrays a piece of code reads, so that growth is judged without a clock: the
 * count is the same on every machine. While it counts, the methods of texts, arrays, JSON and regular expressions by
 * which readers get at their input add what a call has to read at most. A search of an expression counts as one pass
 * over the text, because the check of the sources proves that it is one (`tools/expressions.mjs`).
 *
 * It does not see `text[index]` and the bytes of buffers. V8 runs regular expressions slower in a process in which their
 * methods were once replaced, so tests that use this run in a Vitest project whose files have processes of their own.
 */
type Method = (this: unknown, ...parameters: unknown[]) => unknown;
/** What one call reads, in characters or items. */
type Charge = (self: Read, parameters: unknown[], result: unknown) => number;
/** What a call reads: a text, an array, or the expression with which it searches, and where that search begins. */
type Read = string & unknown[] & { sticky: boolean; global: boolean; lastIndex: number };

const whole: Charge = ({ length }) => length;
const one: Charge = () => 1;
/** A search for a fixed text reads from its beginning to the place where it finds the text. */
const upTo: Charge = ({ length }, [wanted, from = 0], found) =>
  (found === -1 ? length : Number(found) + String(wanted).length) - Math.min(Number(from), length);

const textCharges: Readonly<Record<string, Charge>> = {
  indexOf: upTo,
  lastIndexOf: whole,
  includes: (self, [wanted, from = 0]) =>
    upTo(self, [wanted, from], String.prototype.indexOf.call(self, String(wanted))),
  startsWith: (_self, [wanted]) => String(wanted).length,
  endsWith: (_self, [wanted]) => String(wanted).length,
  split: whole,
  replace: whole,
  replaceAll: whole,
  toLowerCase: whole,
  toUpperCase: whole,
  normalize: whole,
  localeCompare: whole,
  trim: ({ length }, _parameters, result) => length - String(result).length + 1,
  trimStart: ({ length }, _parameters, result) => length - String(result).length + 1,
  trimEnd: ({ length }, _parameters, result) => length - String(result).length + 1,
  charAt: one,
  charCodeAt: one,
  codePointAt: one,
  at: one,
};
const arrayCharges = Object.fromEntries(
  'concat every filter find findIndex findLast flatMap forEach includes indexOf join map reduce reverse shift some sort splice unshift'
    .split(' ')
    .map((name) => [name, whole]),
);

/**
 * Counts what a reader reads while it runs. Not for two readers at once.
 *
 * @param searched - receives the expressions with which the reader searches, once for each search
 * @returns characters and items
 */
export async function countReads(
  run: () => Promise<unknown>,
  searched: { source: string; flags: string }[] = [],
): Promise<number> {
  let reads = 0;
  let isCounting = true;
  const restores: (() => void)[] = [];
  const meter = (owner: object, name: PropertyKey, charge: Charge): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor === undefined) throw new Error(`no method ${String(name)}`);
    const original = descriptor.value as Method;
    function metered(this: unknown, ...parameters: unknown[]): unknown {
      if (!isCounting) return original.apply(this, parameters);
      const self = (
        this instanceof RegExp
          ? { sticky: this.sticky, global: this.global, lastIndex: this.lastIndex }
          : this
      ) as Read;
      if (this instanceof RegExp && name === 'exec') searched.push(this);
      const result = original.apply(this, parameters);
      isCounting = false;
      reads += charge(self, parameters, result);
      isCounting = true;
      return result;
    }
    Object.defineProperty(owner, name, { ...descriptor, value: metered });
    restores.push(() => Object.defineProperty(owner, name, descriptor));
  };
  for (const [name, charge] of Object.entries(textCharges)) meter(String.prototype, name, charge);
  for (const [name, charge] of Object.entries(arrayCharges)) meter(Array.prototype, name, charge);
  meter(JSON, 'parse', (_self, [text]) => String(text).length);
  meter(RegExp.prototype, 'exec', chargeSearch);
  meter(RegExp.prototype, Symbol.split, (_self, [text]) => String(text).length);
  try {
    await run();
  } finally {
    isCounting = false;
    for (const restore of restores) restore();
  }
  return reads;
}

/** A search reads to the end of its match, or all of the text. A sticky expression that does not match counts as one. */
const chargeSearch: Charge = ({ lastIndex, sticky, global }, [text], result) => {
  const begin = sticky || global ? lastIndex : 0;
  const match = result as RegExpExecArray | null;
  if (match !== null) return match.index + match[0].length - begin + 1;
  return sticky ? 1 : String(text).length - begin + 1;
};
