import type { AccessDenied } from '@butaca/contract';

/** Why a call failed. `serverMessage` is the server's sentence for the person; absent if the answer contained none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 if no answer arrived. */
  readonly status: number;
  readonly code: string;
  readonly serverMessage: string | undefined;
  readonly body: unknown;

  constructor(failure: { status: number; code: string; serverMessage?: string | undefined; body?: unknown }) {
    super(failure.serverMessage ?? failure.code);
    this.status = failure.status;
    this.code = failure.code;
    this.serverMessage = failure.serverMessage;
    this.body = failure.body;
  }
}

/** The specification's sentence for a call that timed out. */
export const timeoutSentence =
  'La operación tardó demasiado tiempo. Por favor, intenta de nuevo o contacta al soporte si el problema persiste.';

/** The sentence that the person sees for a failure: the server's message, or else the caller's default sentence. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? fallback) : fallback;
}

/** The server's message, which screens show below their own sentence; `undefined` if the server gave none. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined;
}

/**
 * Reads an error answer: the text in its `error` field, or else in `message`; `code` is empty if the body is not from
 * our server.
 */
export function readErrorAnswer(status: number, body: unknown): ApiError {
  const read = (key: string): string | undefined => {
    const value =
      typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const code = read('code') ?? '';
  const details = code === 'input.invalid' ? firstDetail(body) : undefined;
  return new ApiError({ status, code, serverMessage: details ?? read('error') ?? read('message'), body });
}

/** The message about the first invalid field of a refused form, which is more precise than the general message. */
function firstDetail(body: unknown): string | undefined {
  const details = (body as { details?: { message?: unknown }[] }).details;
  const message = Array.isArray(details) ? details[0]?.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** Reads the access-denied payload of a failed call; fields that the server left out get the specification's defaults. */
export function readAccessDenied(error: unknown): AccessDenied | undefined {
  if (!(error instanceof ApiError) || error.status !== 403 || error.code !== 'plan.required')
    return undefined;
  const given = (
    typeof error.body === 'object' && error.body !== null ? error.body : {}
  ) as Partial<AccessDenied>;
  return {
    title: given.title ?? 'Contenido Premium',
    error: given.error ?? 'Acceso denegado',
    message: given.message ?? 'Tu plan actual no permite acceder a este contenido.',
    currentPlan: given.currentPlan ?? 'gplay',
    requiredPlans: given.requiredPlans ?? ['premium'],
    upgradeMessage: given.upgradeMessage ?? 'Actualiza tu plan para acceder a todo el contenido premium.',
    trialMessage: given.trialMessage ?? '',
    trialMinutesRemaining: given.trialMinutesRemaining ?? 0,
    trialUsedToday: given.trialUsedToday ?? 0,
    code: 'plan.required',
    requestId: given.requestId ?? '',
  };
}
