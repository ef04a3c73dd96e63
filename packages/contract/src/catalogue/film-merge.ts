import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { text } from '../shared/text.ts';

/**
 * A series found by the dry run of a film merge (films whose titles say that they are chapters become a series): the
 * merge would create this series or add chapters to it.
 */
export const filmMergeSeriesSchema = z.object({
  /**
   * Identifies a series in the dry run of a film merge and in the film merge itself; the series names that an
   * administrator corrects are sent by this key.
   */
  key: z.string(),
  /**
   * The name of a series that a film merge would create or extend, with its year where known, as read from the titles
   * of its films; empty where the titles contain no name.
   */
  name: z.string(),
  totalChapters: z.number(),
  totalSeasons: z.number(),
  /** The numbers of the seasons, ascending. @see docs/requisitos.md, R3.17 */
  seasons: z.array(z.number()),
  /** Whether the catalogue already has a series of this name; the film merge then adds the films to it as chapters. */
  isKnown: z.boolean(),
});
export type FilmMergeSeries = z.output<typeof filmMergeSeriesSchema>;

/** Films that seem to be chapters of one series, but whose titles do not contain the name of the series. */
export const namelessFilmsSchema = z.object({
  key: z.string(),
  totalChapters: z.number(),
  /** The titles of the first few films of this nameless series, so that an administrator can recognise it. */
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
  /**
   * The number of films that a film merge would leave as films, because another chapter has the same stream URL, or the
   * same number in the series.
   */
  totalRepeated: z.number(),
  /** The last film merge, which an administrator can undo; `null` when there is no merge that can be undone. */
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
  /** In the dry run of a film merge: the present title of the film that would become this chapter. */
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
  /**
   * The names of the series that the film merge (it turns films that are episodes into a series) created or extended;
   * the series with the most chapters is first.
   */
  seriesDetails: z.array(z.string()),
  /**
   * The file name of the database backup that the server made before it merged films; `null` when there was no film to
   * merge.
   */
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
       * Series names typed by the administrator, by the `key` that each series has in the film merge's dry run; they
       * replace the names found in film titles. An empty name excludes a series: its films stay films.
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
    /** The step in which the running film merge is; `null` when no merge is running. */
    phase: z.enum(['backup', 'reading', 'writing', 'undoing']).nullable(),
    done: z.number(),
    /**
     * The number of films that the current step of the running film merge has to handle; `null` until the server has
     * counted them.
     */
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
