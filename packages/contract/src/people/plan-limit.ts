import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text.ts';
import { maxStreamsRange, planKeys, planNameMaxLength, planPriceMaxLength } from './plan.ts';

const key = z.enum(planKeys, { error: 'Ese plan no existe.' });

/**
 * How many devices of one person may play at once under a subscription plan (`maxStreams`), how many people, active or
 * not, have that plan (`users`), and what the page of plans shows of it: name (empty: the name that the product gives
 * it), a text with its price, whether the page leaves it out, and its place on the page, counted from 0.
 */
export const planLimitSchema = z.object({
  key,
  maxStreams: z.number(),
  users: z.number(),
  name: z.string(),
  price: z.string(),
  isHidden: z.boolean(),
  position: z.number(),
});
export type PlanLimit = z.output<typeof planLimitSchema>;

const streamsSentence = `Debe ser un número entero entre ${maxStreamsRange.min} y ${maxStreamsRange.max}.`;
const positionSentence = `Debe ser un número entero entre 0 y ${planKeys.length - 1}.`;

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
  summary:
    'Changes what the named plans allow, which holds at once, and what the page of plans shows of them; what is left out stays as it is. Answers every plan.',
  input: {
    body: z.object({
      plans: z
        .array(
          z.object({
            key,
            maxStreams: z
              .int({ error: streamsSentence })
              .min(maxStreamsRange.min, { error: streamsSentence })
              .max(maxStreamsRange.max, { error: streamsSentence })
              .optional(),
            name: text(0, planNameMaxLength).optional(),
            price: text(0, planPriceMaxLength).optional(),
            isHidden: z.boolean({ error: 'Debe ser true o false.' }).optional(),
            position: z
              .int({ error: positionSentence })
              .min(0, { error: positionSentence })
              .max(planKeys.length - 1, { error: positionSentence })
              .optional(),
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
