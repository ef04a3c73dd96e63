import { deadlineErrorCode } from '../clock.ts';

/**
 * The machine did not answer whether a program can run, or whether it can be confined: it was too slow, or short of memory
 * or processes. Unlike a refusal, this says nothing about a later attempt.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** The codes of errors that pass: a lack of memory, processes or file descriptors, and a time limit that was exceeded. */
const shortageCodes: readonly unknown[] = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', deadlineErrorCode];

/** What programs of util-linux, and a shell, print when the system had no memory or no process left for them. */
const shortageTexts = /cannot allocate memory|resource temporarily unavailable|cannot fork/i;

/** Whether what a program printed to its standard error tells of a lack of memory or processes. */
export const tellsOfShortage = (complaint: string): boolean => shortageTexts.test(complaint);

/** Whether an error says nothing about a later attempt, because the machine was too slow or short of something. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof Error && shortageCodes.includes((error as NodeJS.ErrnoException).code));
