import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/**
 * Runs a write to the database and converts the violation of one unique constraint to a specific error of the API.
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
