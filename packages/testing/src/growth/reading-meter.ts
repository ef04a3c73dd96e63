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
/** What one call reads, in characters or items. `from` is where an expression begins to search. */
type Charge = (self: Read, parameters: unknown[], result: unknown, from?: number) => number;
/** What a call reads: a text, an array, or the expression with which it searches. */
type Read = string & unknown[] & RegExp;

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
 * @param searched - receives the expressions with which the reader searches, each once
 * @returns characters and items
 */
export async function countReads(
  run: () => Promise<unknown>,
  searched?: Map<string, { source: string; flags: string }>,
): Promise<number> {
  let reads = 0;
  let isCounting = true;
  const restores: (() => void)[] = [];
  const meter = (owner: object, name: PropertyKey, charge: Charge): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor === undefined) throw new Error(`no method ${String(name)}`);
    const original = descriptor.value as Method;
    const isSearch = owner === RegExp.prototype && name === 'exec';
    function metered(this: unknown, ...parameters: unknown[]): unknown {
      if (!isCounting) return Reflect.apply(original, this, parameters);
      const self = this as Read;
      // The search itself moves the place from which the expression searches.
      const from = isSearch ? self.lastIndex : 0;
      const result = Reflect.apply(original, this, parameters);
      isCounting = false;
      if (isSearch && searched !== undefined) searched.set(String(self), self);
      reads += charge(self, parameters, result, from);
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
const chargeSearch: Charge = ({ sticky, global }, [text], result, from = 0) => {
  const begin = sticky || global ? from : 0;
  const match = result as RegExpExecArray | null;
  if (match !== null) return match.index + match[0].length - begin + 1;
  return sticky ? 1 : String(text).length - begin + 1;
};
