import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/**
 * Runs a write and turns a violation of a unique constraint into an error of its own code.
 *
 * @param constraint - the one that says so
 */
export async function refuseDuplicate<T>(
  constraint: string,
  code: ErrorCode,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDuplicate = error instanceof Error && 'constraint' in error && error.constraint === constraint;
    throw isDuplicate ? new AppError(code, { cause: error }) : error;
  }
}
