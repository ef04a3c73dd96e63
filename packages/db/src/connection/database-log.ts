/** The logger interface that the database package expects from its caller; a pino logger implements it. */
export interface DatabaseLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {}

/** The logger that the database package uses when the caller passes none; it logs nothing. */
export const silentLog: DatabaseLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
