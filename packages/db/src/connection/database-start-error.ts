/**
 * Thrown when the database cannot be opened; nothing was changed. `message` is a Spanish sentence for the operator:
 * what is wrong and what to do next. It never contains a password.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}
