import { plansForItem, liveTvSection, type AccessDenied, type Viewer } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';

/**
 * Creates the 403 error for a channel that the person's plan does not open; the client shows its body in the premium
 * dialog. Channels have no free trial.
 *
 * @see docs/requisitos.md, R3.15
 */
export function channelDenied(viewer: Viewer, requiresPlan: readonly string[]): AppError {
  const payload: Omit<AccessDenied, 'code' | 'requestId'> = {
    title: 'Contenido Premium',
    error: 'Acceso denegado',
    message: 'Tu plan actual no permite acceder a este contenido.',
    currentPlan: viewer.plan,
    requiredPlans: [...plansForItem(requiresPlan, liveTvSection)],
    upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
    trialMessage: 'La prueba gratuita no está disponible en los canales en vivo.',
    trialMinutesRemaining: 0,
    trialUsedToday: 0,
  };
  return new AppError('plan.required', { payload });
}
