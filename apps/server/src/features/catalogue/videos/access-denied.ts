import { plansForItem, type AccessDenied, type Viewer } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';

/** How much of today's free trial of locked videos a person has used and has left, in whole minutes. */
export interface TrialBudget {
  minutesRemaining: number;
  minutesUsed: number;
}

/**
 * Creates the 403 error for a video that the person's plan does not open; the client shows its body in the premium
 * dialog. @see docs/requisitos.md, R3.15
 */
export function videoDenied(
  viewer: Viewer,
  rule: { requiresPlan: readonly string[]; section: string },
  trial: TrialBudget,
): AppError {
  const payload: Omit<AccessDenied, 'code' | 'requestId'> = {
    title: 'Contenido Premium',
    error: 'Acceso denegado',
    message: 'Tu plan actual no permite acceder a este contenido.',
    currentPlan: viewer.plan,
    requiredPlans: [...plansForItem(rule.requiresPlan, rule.section)],
    upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
    trialMessage: trialMessage(trial),
    trialMinutesRemaining: trial.minutesRemaining,
    trialUsedToday: trial.minutesUsed,
  };
  return new AppError('plan.required', { payload });
}

function trialMessage({ minutesRemaining, minutesUsed }: TrialBudget): string {
  if (minutesRemaining === 1) return 'Puedes ver 1 minuto gratis hoy.';
  if (minutesRemaining > 0) return `Puedes ver ${minutesRemaining} minutos gratis hoy.`;
  return minutesUsed > 0 ? 'Ya has usado tu prueba gratuita de hoy. Mañana tendrás más minutos.' : '';
}
