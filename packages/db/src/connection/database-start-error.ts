/**
 * The database cannot be opened and nothing was changed. `message` is a Spanish sentence for the person who
 * runs the server: what is wrong and what to do next. It never contains a password.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}
