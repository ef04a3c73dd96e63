import { describe, expect, it } from 'vitest';
import { ApiError, readErrorAnswer } from '../../platform/api/api-error.ts';
import { readAccessDenied } from './access-denied.ts';

describe('readAccessDenied', () => {
  it('gives what the server left out the defaults of the specification', () => {
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

  it('is what the server says where it says it', () => {
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

  it('has every default where the answer had no body', () => {
    const error = new ApiError({ status: 403, code: 'plan.required' });
    expect(readAccessDenied(error)?.title).toBe('Contenido Premium');
    expect(readAccessDenied(new ApiError({ status: 402, code: 'plan.required' }))).toBeUndefined();
  });

  it('is nothing for any other failure', () => {
    expect(readAccessDenied(readErrorAnswer(403, { code: 'role.forbidden' }))).toBeUndefined();
    expect(readAccessDenied(new Error('otra cosa'))).toBeUndefined();
  });
});
