import { z } from 'zod';

/**
 * The body of a 403 `plan.required`, sent when a person's plan does not open a film, series or channel. The web
 * client's dialog about the missing plan shows it; amounts of trial time are whole minutes.
 *
 * @see docs/requisitos.md, R3.15
 */
export const accessDeniedSchema = z.object({
  title: z.string(),
  error: z.string(),
  message: z.string(),
  currentPlan: z.string(),
  requiredPlans: z.array(z.string()),
  upgradeMessage: z.string(),
  trialMessage: z.string(),
  trialMinutesRemaining: z.number(),
  trialUsedToday: z.number(),
  code: z.literal('plan.required'),
  requestId: z.string(),
});
export type AccessDenied = z.output<typeof accessDeniedSchema>;
