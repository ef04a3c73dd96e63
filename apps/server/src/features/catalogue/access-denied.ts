import { plansForItem, type AccessDenied, type Viewer } from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';

/** The 403 that a viewer's modal shows. @see the specification, section 3 */
export function videoDenied(
  viewer: Viewer,
  rule: { requiresPlan: readonly string[]; section: string },
): AppError {
  const payload: Omit<AccessDenied, 'code' | 'requestId'> = {
    title: 'Contenido Premium',
    error: 'Acceso denegado',
    message: 'Tu plan actual no permite acceder a este contenido.',
    currentPlan: viewer.plan,
    requiredPlans: [...plansForItem(rule.requiresPlan, rule.section)],
    upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
    trialMessage: '',
    trialMinutesRemaining: 0,
    trialUsedToday: 0,
  };
  return new AppError('plan.required', { payload });
}
