import { z } from 'zod';
import { deviceIdPattern } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { planKeys } from '../people/plan.ts';
import { idSchema, queryNumber } from '../shared/text.ts';

/** A person who is playing something now. */
export const watcherSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  deviceId: z.string(),
  /** The device's display name: «Chrome en Windows». */
  deviceName: z.string(),
  title: z.string(),
  since: z.iso.datetime(),
});
export type Watcher = z.output<typeof watcherSchema>;

/** Plays, where one person watching one item on one day counts once, and hours. */
const watchedShape = { plays: z.number(), hours: z.number() };

export const statsSchema = z.object({
  days: z.number(),
  totals: z.object({
    accounts: z.number(),
    activeAccounts: z.number(),
    awaitingApproval: z.number(),
    channels: z.number(),
    videos: z.number(),
    series: z.number(),
  }),
  watching: z.array(watcherSchema),
  /** Every day of the period in order, such as `2026-11-21`, days without plays included. */
  byDay: z.array(z.object({ day: z.string(), viewers: z.number(), ...watchedShape })),
  byPlan: z.array(z.object({ plan: z.enum(planKeys), ...watchedShape })),
  /** The most watched titles, at most twenty; `title` is empty for a deleted title. */
  byTitle: z.array(
    z.object({ itemKey: z.string(), title: z.string(), kind: z.enum(['channel', 'video']), ...watchedShape }),
  ),
  /** The trials of today: how many accounts used a trial, and for how many minutes in all. */
  trials: z.object({ accounts: z.number(), minutes: z.number() }),
  /** At most twenty channels whose streams failed in the period, most failures first. */
  failingChannels: z.array(
    z.object({ _id: z.string(), name: z.string(), failures: z.number(), lastAt: z.iso.datetime() }),
  ),
});
export type Stats = z.output<typeof statsSchema>;

export const getStats = defineEndpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  summary: 'Who is watching now, and what was watched in the last days, today included.',
  input: { query: z.object({ days: queryNumber(1, 365, 30) }) },
  output: statsSchema,
});

export const stopWatcher = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/streams/:accountId/:deviceId',
  access: 'admin',
  summary: 'Ends what a device of somebody is playing.',
  input: {
    params: z.object({
      accountId: idSchema,
      deviceId: z
        .string({ error: 'Debe ser un identificador.' })
        .regex(deviceIdPattern, { error: 'No es un identificador válido.' }),
    }),
  },
  output: z.object({ message: z.string() }),
  errors: ['device.not_playing'],
});
