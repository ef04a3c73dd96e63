import { ApiError, reasonOf } from '../../../platform/api/api-error.ts';

/**
 * The message for an administrator's call that failed: the server's own message; the default `call` for an answer
 * without a message; the default `panel` if there was no answer.
 *
 * @see docs/requisitos.md, R8.4 and R8.5
 */
export function adminMessageOf(error: unknown, defaults: { call: string; panel: string }): string {
  return reasonOf(error, defaults.call) ?? defaults.panel;
}

/** Whether the server refused to save a video or channel because somebody else saved it first. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'resource.conflict';

/** The form fields whose values the server refused, each with the server's message. */
export function detailsOf(error: unknown): readonly { path: string; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const { details } = (error.body ?? {}) as { details?: unknown };
  if (!Array.isArray(details)) return [];
  return details.filter(
    (detail): detail is { path: string; message: string } =>
      typeof (detail as { path?: unknown } | null)?.path === 'string' &&
      typeof (detail as { message?: unknown }).message === 'string',
  );
}
