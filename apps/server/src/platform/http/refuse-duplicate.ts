import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/** Runs a write, and tells by its own code that what it writes is there already. @param constraint - the one that says so */
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
