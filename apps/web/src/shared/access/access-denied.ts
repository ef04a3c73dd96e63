import type { AccessDenied } from '@butaca/contract';
import { ApiError } from '../../platform/api/api-error.ts';

/**
 * Reads what the server says when the person's plan does not open something (403 `plan.required`); fields that the
 * server left out get the defaults of docs/requisitos.md, R3.15 and R8.8.
 */
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
