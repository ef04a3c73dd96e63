import { describe, expect, it } from 'vitest';
import { ApiError, readErrorAnswer } from '../../platform/api/api-error.ts';
import { readAccessDenied } from './access-denied.ts';

describe('readAccessDenied', () => {
  it('replaces missing fields by the defaults of the specification', () => {
    const error = readErrorAnswer(403, { code: 'plan.required' });
    expect(readAccessDenied(error)).toMatchObject({
      title: 'Contenido Premium',
      message: 'Tu plan actual no permite acceder a este contenido.',
      currentPlan: 'gplay',
      requiredPlans: ['premium'],
      upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
      trialMinutesRemaining: 0,
      trialUsedToday: 0,
    });
  });

  it('returns the fields that the server sends', () => {
    const said = {
      code: 'plan.required',
      title: 'Cine 4K',
      message: 'Solo Premium.',
      currentPlan: 'estandar',
      requiredPlans: ['cinefilo'],
      trialMinutesRemaining: 12,
    };
    expect(readAccessDenied(readErrorAnswer(403, said))).toMatchObject(said);
  });

  it('returns all defaults when a 403 has no body, and nothing for a 402', () => {
    const error = new ApiError({ status: 403, code: 'plan.required' });
    expect(readAccessDenied(error)?.title).toBe('Contenido Premium');
    expect(readAccessDenied(new ApiError({ status: 402, code: 'plan.required' }))).toBeUndefined();
  });

  it('returns nothing for any other failure', () => {
    expect(readAccessDenied(readErrorAnswer(403, { code: 'role.forbidden' }))).toBeUndefined();
    expect(readAccessDenied(new Error('otra cosa'))).toBeUndefined();
  });
});
