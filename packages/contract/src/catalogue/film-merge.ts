import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text.ts';

/** A series that a merge of films would create or add chapters to, as a dry run finds it. */
export const filmMergeSeriesSchema = z.object({
  /**
   * Identifies the series in the dry run and in the execution, to which an administrator's new names are sent by this
   * key.
   */
  key: z.string(),
  /** The name of the series; empty where the film titles do not tell it. */
  name: z.string(),
  totalChapters: z.number(),
  totalSeasons: z.number(),
  seasons: z.array(z.object({ seasonNumber: z.number(), totalChapters: z.number() })),
  /** Whether the catalogue already has a series of this name, which then gets the chapters. */
  isKnown: z.boolean(),
});
export type FilmMergeSeries = z.output<typeof filmMergeSeriesSchema>;

/** Films that seem to belong to one series whose name their titles do not tell. */
export const namelessFilmsSchema = z.object({
  key: z.string(),
  totalChapters: z.number(),
  /** The titles of the first few of these films. */
  examples: z.array(z.string()),
});
export type NamelessFilms = z.output<typeof namelessFilmsSchema>;

export const filmMergeStatsSchema = z.object({
  totalMovieChapters: z.number(),
  totalSeries: z.number(),
  totalSeasons: z.number(),
  seriesDetails: z.array(filmMergeSeriesSchema),
  nameless: z.array(namelessFilmsSchema),
  totalNameless: z.number(),
  /** The number of films whose chapter already exists; they remain films. */
  totalRepeated: z.number(),
  /** The last merge of films; `null` when no merge can be undone. */
  lastRun: z
    .object({
      executedAt: z.iso.datetime(),
      username: z.string(),
      moviesDeleted: z.number(),
      seriesCreated: z.number(),
      backupName: z.string(),
    })
    .nullable(),
});
export type FilmMergeStats = z.output<typeof filmMergeStatsSchema>;

export const getFilmMergeStats = defineEndpoint({
  method: 'GET',
  path: '/api/admin/migration/stats',
  access: 'admin',
  summary: 'A dry run: the films that look like chapters, and the series that they would become.',
  input: {},
  output: filmMergeStatsSchema,
});

const chapterSchema = z.object({
  _id: z.string(),
  /** The current title of the film. */
  movieTitle: z.string(),
  seasonNumber: z.number(),
  chapterNumber: z.number(),
  title: z.string(),
  isRepeated: z.boolean(),
});

export const listFilmMergeChapters = defineEndpoint({
  method: 'GET',
  path: '/api/admin/migration/chapters',
  access: 'admin',
  summary: 'The chapters of one series of the dry run, in order, at most a thousand.',
  input: { query: z.object({ key: text(1, 400) }) },
  output: z.object({ chapters: z.array(chapterSchema) }),
});

export const filmMergeResultSchema = z.object({
  totalProcessed: z.number(),
  seriesCreated: z.number(),
  seriesUpdated: z.number(),
  moviesDeleted: z.number(),
  /** The names of the resulting series, sorted by number of chapters, most first. */
  seriesDetails: z.array(z.string()),
  /** The file name of the backup made before the merge; `null` when no film was to be merged. */
  backupName: z.string().nullable(),
});
export type FilmMergeResult = z.output<typeof filmMergeResultSchema>;

export const executeFilmMerge = defineEndpoint({
  method: 'POST',
  path: '/api/admin/migration/execute',
  access: 'admin',
  summary: 'Makes series of the films that look like chapters: all of them or, should anything fail, none.',
  input: {
    body: z.object({
      /**
       * Names that replace those of the dry run, by series key; an empty name leaves the films of that series as they
       * are.
       */
      names: z
        .record(z.string().max(400), text(0, 300))
        .refine((names) => Object.keys(names).length <= 10_000, { error: 'Son demasiados nombres.' })
        .optional(),
    }),
  },
  output: filmMergeResultSchema,
  errors: ['migration.running', 'import.running', 'backup.running'],
});

export const getFilmMergeProgress = defineEndpoint({
  method: 'GET',
  path: '/api/admin/migration/progress',
  access: 'admin',
  summary: 'How far the running merge of films is.',
  input: {},
  output: z.object({
    /** The step of the running merge; `null` when no merge is running. */
    phase: z.enum(['backup', 'reading', 'writing', 'undoing']).nullable(),
    done: z.number(),
    /** The number of films in the current step; `null` until it is known. */
    total: z.number().nullable(),
  }),
});

export const undoFilmMerge = defineEndpoint({
  method: 'POST',
  path: '/api/admin/migration/undo',
  access: 'admin',
  summary:
    'Takes the last merge of films back: its films are there again, with what people had watched of them.',
  input: {},
  output: z.object({ message: z.string(), moviesRestored: z.number(), seriesDeleted: z.number() }),
  errors: ['migration.running', 'import.running', 'migration.nothing_to_undo'],
});
