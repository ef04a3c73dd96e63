import { z } from 'zod';

/**
 * Why a source of a channel failed while it was played. `closed`: its server closed the connection · `starving`: nothing came
 * · `sync_lost`: what came was no MPEG-TS · `no_video`: packets came, but none of the picture or the sound ·
 * `segments`: its playlist named segments that could not be fetched · `black`: its picture was black while that of another
 * source was not.
 */
export const sourceVerdicts = [
  'unknown_host',
  'unreachable',
  'certificate',
  'timeout',
  'unauthorized',
  'forbidden',
  'gone',
  'blocked',
  'connections',
  'busy',
  'page',
  'refused',
  'closed',
  'starving',
  'sync_lost',
  'no_video',
  'segments',
  'black',
] as const;
export type SourceVerdict = (typeof sourceVerdicts)[number];

/** What real plays have shown of a source that failed lately. */
export const sourceReportSchema = z.object({
  verdict: z.enum(sourceVerdicts),
  /** How many seconds ago it failed last. */
  agoSeconds: z.number(),
  isUnstable: z.boolean(),
});
export type SourceReport = z.output<typeof sourceReportSchema>;
