import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';

/** How many stored titles of each kind a new reading changes. */
const readingCountsSchema = z.object({
  films: z.number(),
  /** How many films become chapters of series. */
  movedFilms: z.number(),
  series: z.number(),
  /** How many series become part of another one of the same name. */
  mergedSeries: z.number(),
  /** How many films and chapters become versions of another one. */
  versions: z.number(),
  chapters: z.number(),
});

/** A title that a new reading changes, as it is and as it would be. */
const readingChangeSchema = z.object({
  kind: z.enum(['film', 'moved', 'series', 'merged', 'version', 'chapter']),
  before: z.string(),
  after: z.string(),
});

export const readingStateSchema = z.object({
  /** Whether lists were imported with an earlier reader of names, and nobody has seen yet what the present one changes. */
  isOffered: z.boolean(),
  /** The last reading whose changes were applied and can be taken back. */
  undoable: z.object({ username: z.string(), appliedAt: z.iso.datetime() }).nullable(),
  /** The run that goes on, or else the newest one; `null` when the titles have never been read again. */
  run: z
    .object({
      status: z.enum(['reading', 'read', 'applying', 'applied', 'undoing', 'undone', 'failed']),
      username: z.string(),
      startedAt: z.iso.datetime(),
      /** The titles that were read so far. */
      done: z.number(),
      /** A Spanish sentence that says why the run failed. */
      error: z.string().nullable(),
      counts: readingCountsSchema.nullable(),
      /** The first changes of each kind. */
      examples: z.array(readingChangeSchema),
    })
    .nullable(),
});
export type ReadingCounts = z.output<typeof readingCountsSchema>;
export type ReadingChange = z.output<typeof readingChangeSchema>;
export type ReadingState = z.output<typeof readingStateSchema>;

export const getReading = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reading',
  access: 'admin',
  summary: 'The newest new reading of the titles of imported lists: how far it is, and what it changes.',
  input: {},
  output: readingStateSchema,
});

export const previewReading = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reading/preview',
  access: 'admin',
  summary: 'Begins to read the titles of imported lists again, without changing any.',
  input: {},
  output: readingStateSchema,
  errors: ['reading.running'],
});

export const applyReading = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reading/apply',
  access: 'admin',
  summary: 'Begins to apply what the preview has shown: all of it or, should anything fail, none.',
  input: {},
  output: readingStateSchema,
  errors: ['reading.running', 'reading.nothing_to_apply'],
});

export const undoReading = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reading/undo',
  access: 'admin',
  summary: 'Begins to take the last new reading back.',
  input: {},
  output: readingStateSchema,
  errors: ['reading.running', 'reading.nothing_to_undo'],
});
