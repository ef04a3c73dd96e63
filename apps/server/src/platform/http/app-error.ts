import { errorCatalogue, type ErrorCode } from '@butaca/contract';

export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * An expected error of the API, with a code that server and clients share; the Spanish message and the HTTP status
 * belong to the code.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds after which the client may try again; sent as the header `retry-after`. */
  readonly retryAfterSeconds: number | undefined;
  /** Fields that this error adds to the usual error body, such as those that the premium dialog shows. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    more: {
      details?: readonly ErrorDetail[];
      retryAfterSeconds?: number;
      payload?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.payload = more.payload;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Creates the question whether an error is an `AppError` with that code. */
export const isAppError =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof AppError && error.code === code;
