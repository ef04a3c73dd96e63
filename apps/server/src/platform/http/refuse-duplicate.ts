import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/**
 * Runs a write and converts a violation of a unique constraint to a specific error.
 *
 * @param constraint - the name of the constraint
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
