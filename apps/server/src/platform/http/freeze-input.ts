/** Freezes plain objects and arrays deeply, so that several requests can share one parsed input. */
export function freezeInput<T>(input: T): T {
  if (typeof input !== 'object' || input === null || Object.isFrozen(input)) return input;
  const prototype: unknown = Object.getPrototypeOf(input);
  if (!Array.isArray(input) && prototype !== Object.prototype && prototype !== null) return input;
  for (const value of Object.values(input)) freezeInput(value);
  return Object.freeze(input);
}
