import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { maxStreamsRange, planKeys } from './plan.ts';

const key = z.enum(planKeys, { error: 'Ese plan no existe.' });

/**
 * How many devices of one person may play at once under a subscription plan (`maxStreams`), and how many people, active
 * or not, have that plan (`users`).
 */
export const planLimitSchema = z.object({ key, maxStreams: z.number(), users: z.number() });
export type PlanLimit = z.output<typeof planLimitSchema>;

const streamsSentence = `Debe ser un número entero entre ${maxStreamsRange.min} y ${maxStreamsRange.max}.`;

export const listPlans = defineEndpoint({
  method: 'GET',
  path: '/api/admin/plans',
  access: 'admin',
  summary: 'What each plan allows and how many users have it, from the lowest plan to the highest.',
  input: {},
  output: z.array(planLimitSchema),
});

export const updatePlans = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/plans',
  access: 'admin',
  summary: 'Changes what the named plans allow; it holds at once. Answers every plan.',
  input: {
    body: z.object({
      plans: z
        .array(
          z.object({
            key,
            maxStreams: z
              .int({ error: streamsSentence })
              .min(maxStreamsRange.min, { error: streamsSentence })
              .max(maxStreamsRange.max, { error: streamsSentence }),
          }),
          { error: 'Debe ser una lista de planes.' },
        )
        .min(1, { error: 'Indica al menos un plan.' })
        .max(planKeys.length, { error: 'Cada plan debe aparecer una sola vez.' })
        .refine((plans) => new Set(plans.map((plan) => plan.key)).size === plans.length, {
          error: 'Cada plan debe aparecer una sola vez.',
        }),
    }),
  },
  output: z.array(planLimitSchema),
});
