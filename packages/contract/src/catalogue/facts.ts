import { z } from 'zod';
import { adminPageSize, searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, queryNumber, text } from '../shared/text.ts';
import { flag } from '../streaming/source-address.ts';

/** The services that know facts of films and series (poster, plot, year, …), the best first. */
export const factSources = ['tmdb', 'tvmaze'] as const;
export type FactSourceKey = (typeof factSources)[number];

/** The most works among which an administrator chooses for one title. */
export const workCandidatesMost = 5;

/** The fields of a title that can be given back to what the provider and the sources say. */
export const automaticFields = [
  'tmdbThumbnail',
  'backdrop',
  'description',
  'rating',
  'genres',
  'trailerUrl',
] as const;
export type AutomaticField = (typeof automaticFields)[number];

const factSourceSchema = z.object({
  key: z.enum(factSources),
  name: z.string(),
  isOn: z.boolean(),
  needsKey: z.boolean(),
  /** From where its key is: the environment of the server, or the panel; `null` without a key. */
  keyFrom: z.enum(['environment', 'panel']).nullable(),
  /** What is sent to it and under which licence its facts are, in Spanish. */
  about: z.string(),
  failingSince: z.iso.datetime().nullable(),
  /** What fails and what to do about it, in Spanish: at once for a refused key, else after a day. */
  failure: z.string().nullable(),
});
export type FactSourceState = z.output<typeof factSourceSchema>;

/**
 * How looking for facts stands. `off`: no source can be used · `paused`: an administrator has paused it · `waiting`: a source asks to
 * wait, or fails · `looking`: titles are left · `done`: none is left.
 */
const factStates = ['off', 'paused', 'waiting', 'looking', 'done'] as const;

const factsSchema = z.object({
  state: z.enum(factStates),
  titles: z.number(),
  /** Titles that were looked for already. */
  looked: z.number(),
  /** Titles that wait for a decision. */
  toConfirm: z.number(),
  /** The same in one sentence. */
  sentence: z.string(),
  waitsUntil: z.iso.datetime().nullable(),
  sources: z.array(factSourceSchema),
});
export type Facts = z.output<typeof factsSchema>;

export const getFacts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/facts',
  access: 'admin',
  summary: 'From where facts of films and series come, and how far looking for them is.',
  input: {},
  output: factsSchema,
});

const tmdbKey = z
  .string({ error: 'Debe ser un texto.' })
  .trim()
  .regex(/^[0-9a-f]{32}$/i, {
    error: 'Pega la «API Key» de TMDB: 32 cifras y letras de la «a» a la «f». El «token» más largo no sirve.',
  })
  .nullable();

export const updateFacts = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/facts',
  access: 'admin',
  summary:
    'Pauses or resumes looking for facts, turns sources on or off, or stores the key of TMDB (`null` deletes it); what is left out stays as it is.',
  input: {
    body: z
      .object(
        {
          isPaused: flag.optional(),
          tmdbKey: tmdbKey.optional(),
          sources: z
            .partialRecord(
              z.enum(factSources, { error: `Debe ser una de: ${factSources.join(', ')}.` }),
              flag,
              { error: 'Debe ser un objeto.' },
            )
            .optional(),
        },
        { error: 'Debe ser un objeto.' },
      )
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        error: 'Di qué se cambia.',
      }),
  },
  output: factsSchema,
});

const workSchema = z.object({
  source: z.enum(factSources),
  /** The source's own id. */
  workId: z.string(),
  name: z.string(),
  year: z.number().nullable(),
});

const workCandidateSchema = workSchema.extend({
  /** The address of its poster at the source. */
  poster: z.string().nullable(),
});

const titleMatchSchema = z.object({
  _id: z.string(),
  title: z.string(),
  kind: z.enum(['film', 'series']),
  year: z.number().nullable(),
  /** How many titles of the catalogue it holds for: the same title in several qualities. */
  titles: z.number(),
  /** The likeliest first, at most five. */
  candidates: z.array(workCandidateSchema),
  /** The work that the title is; `null` for none. */
  work: workSchema.nullable(),
  /** Who has decided; `null` while nobody has. */
  decision: z.object({ username: z.string(), decidedAt: z.iso.datetime() }).nullable(),
});
export type TitleMatch = z.output<typeof titleMatchSchema>;

/** Whether a title waits for a decision, was recognised, was decided by hand, or is nowhere. */
export const titleMatchStates = ['unsure', 'matched', 'decided', 'none'] as const;
export type TitleMatchState = (typeof titleMatchStates)[number];

const params = z.object({ id: idSchema });

export const listTitleMatches = defineEndpoint({
  method: 'GET',
  path: '/api/admin/facts/matches',
  access: 'admin',
  summary:
    'The titles that are to be confirmed; with `state` those that were recognised (`matched`), decided by hand (`decided`, the latest first), or that no source has (`none`). With `q` only those whose names contain it.',
  input: {
    query: z.object({
      state: z
        .enum(titleMatchStates, { error: `Debe ser ${titleMatchStates.join(' o ')}.` })
        .optional()
        .transform((state) => state ?? 'unsure'),
      q: text(0, searchMaxLength).optional(),
      page: queryNumber(1, 100_000, 1),
      limit: queryNumber(1, 200, adminPageSize),
    }),
  },
  output: z.object({
    matches: z.array(titleMatchSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const decideTitleMatch = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/facts/matches/:id',
  access: 'admin',
  summary:
    'Decides which work a title is: one of its candidates, or none with `null` in both. It holds for the title in all qualities, and after other imports, until it is taken back.',
  input: {
    params,
    body: z.object(
      {
        source: z.enum(factSources, { error: 'Esa fuente no existe.' }).nullable(),
        workId: text(1, 100).nullable(),
      },
      { error: 'Debe ser un objeto.' },
    ),
  },
  output: titleMatchSchema,
  errors: ['match.not_found', 'match.candidate_unknown', 'import.running'],
});

export const undoTitleMatch = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/facts/matches/:id',
  access: 'admin',
  summary: 'Takes back what was decided last for a title: what held before holds again.',
  input: { params },
  output: titleMatchSchema,
  errors: ['match.not_found', 'match.not_decided', 'import.running'],
});

export const restoreFacts = defineEndpoint({
  method: 'POST',
  path: '/api/admin/videos/:id/automatic',
  access: 'admin',
  summary:
    'Gives fields that an administrator has written back to what the provider and the sources say; fields that nobody has written stay.',
  input: {
    params,
    body: z.object(
      {
        fields: z
          .array(z.enum(automaticFields, { error: `Debe ser uno de: ${automaticFields.join(', ')}.` }), {
            error: 'Debe ser una lista de campos.',
          })
          .min(1, { error: 'Di qué campo vuelve al automático.' })
          .max(automaticFields.length, { error: 'Un campo está dos veces.' }),
      },
      { error: 'Debe ser un objeto.' },
    ),
  },
  output: z.object({ message: z.string() }),
  errors: ['video.not_found'],
});
