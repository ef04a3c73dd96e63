/** Reads the `code` of a Node or Postgres error, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return undefined;
}
