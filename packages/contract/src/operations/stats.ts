import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { planKeys } from '../people/plan.ts';
import { encoderStateSchema } from './encoder.ts';
import { deviceIdSchema, idSchema, queryNumber } from '../shared/text.ts';

/** A person who is watching something at this moment, as the administrators' dashboard lists them. */
export const watcherSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  deviceId: z.string(),
  /** The name under which administrators see the browser or app: «Chrome en Windows». */
  deviceName: z.string(),
  title: z.string(),
  since: z.iso.datetime(),
});
export type Watcher = z.output<typeof watcherSchema>;

/** How much was watched: hours, and plays, where one person watching one title on one day is one play. */
const watchedShape = { plays: z.number(), hours: z.number() };

/**
 * Whether the server that answers can convert what browsers do not play. `unknown`: ffmpeg has not answered yet, and is asked
 * again; `missing`: there is no ffmpeg, or it does not run.
 */
export const converterStateSchema = z.object({
  state: z.enum(['ready', 'unknown', 'missing']),
  since: z.iso.datetime(),
  /** The version of ffmpeg, such as `5.1.9`; empty unless it is ready. */
  version: z.string(),
  /** How ffmpeg is confined, the strictest first. */
  confinement: z.enum(['namespace', 'user', 'limits', 'environment']).nullable(),
  /** The hardware encoders that its system may have. */
  encoders: z.array(encoderStateSchema),
});
export type ConverterState = z.output<typeof converterStateSchema>;

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
  /**
   * How much was watched on each day of the dashboard's period, oldest day first, each day as `2026-11-21`; days on
   * which nothing was watched are included.
   */
  byDay: z.array(z.object({ day: z.string(), viewers: z.number(), ...watchedShape })),
  byPlan: z.array(z.object({ plan: z.enum(planKeys), ...watchedShape })),
  /**
   * The titles watched most in the dashboard's period, at most twenty; `title` is empty for one that was deleted from
   * the catalogue.
   */
  byTitle: z.array(
    z.object({ itemKey: z.string(), title: z.string(), kind: z.enum(['channel', 'video']), ...watchedShape }),
  ),
  converter: converterStateSchema,
  /** Whether another server uses the database with another shared store (`REDIS_URL`), or without one. */
  isStoreDivided: z.boolean(),
  /** Today's free trials of locked titles: how many accounts used one, and for how many minutes in all. */
  trials: z.object({ accounts: z.number(), minutes: z.number() }),
  /**
   * The channels whose streams failed in the dashboard's period, at most twenty, those with the most failures first.
   */
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
  input: { params: z.object({ accountId: idSchema, deviceId: deviceIdSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['device.not_playing'],
});
