/** Where the database reports. A pino logger fits. */
export interface DatabaseLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {}

/** The log of a caller that gave none. */
export const silentLog: DatabaseLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
