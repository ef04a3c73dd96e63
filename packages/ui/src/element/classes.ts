/** Joins class names and leaves out empty ones; `undefined` if all are empty. */
export function classes(...names: readonly (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
