import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema } from '../shared/text.ts';
import { videoCardSchema, watchedCardSchema, watchProgressSchema } from './videos.ts';

/** The highest playback position and duration that the server accepts to be saved, in seconds: more than eleven days. */
const longestSeconds = 1_000_000;

const params = z.object({ id: idSchema });
const answer = z.object({ watchProgress: watchProgressSchema.nullable() });
const number = (error: string) => z.number({ error }).optional();
const ordinal = (error: string) =>
  z.number({ error }).int({ error }).min(0, { error }).max(100_000, { error });

export const getProgress = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:id/progress',
  access: 'user',
  summary: 'Where the person is in a video; null when nothing of it was watched.',
  input: { params },
  output: answer,
  errors: ['video.not_found'],
});

/**
 * Saves how far a person has watched a video. Among several saves the newest wins, by the time `at` where the client
 * sends it. The server answers after the position is durable in the database, with the position that is now stored.
 *
 * @see docs/requisitos.md, R3.16
 */
export const saveProgress = defineEndpoint({
  method: 'PUT',
  path: '/api/videos/:id/progress',
  access: 'user',
  summary: 'Saves where the person is in a video, in seconds; answers once that is durable.',
  input: {
    params,
    body: z.object({
      lastTime: z
        .number({ error: 'Debe ser un número de segundos.' })
        .min(0, { error: 'Debe ser cero o más.' })
        .max(longestSeconds, { error: 'El número es demasiado grande.' }),
      duration: z
        .number({ error: 'Debe ser un número de segundos.' })
        .min(0, { error: 'Debe ser cero o más.' })
        .max(longestSeconds, { error: 'El número es demasiado grande.' })
        .nullish(),
      /** The watched fraction of the film or chapter; the server clamps it to 0–1. */
      progress: number('Debe ser un número.'),
      completed: z.boolean({ error: 'Debe ser true o false.' }).optional(),
      lastChapter: ordinal('Debe ser el número de un capítulo.').nullish(),
      lastSeason: ordinal('Debe ser el número de una temporada.').nullish(),
      /** When the player was at the saved playback position, by the client's clock. */
      at: z.iso
        .datetime({ offset: true, error: 'Debe ser una fecha.' })
        .refine((at) => Date.parse(at) >= 0, { error: 'Debe ser una fecha desde 1970.' })
        .optional(),
      /**
       * True when the person chose to play the title from its beginning: the server then accepts a position near 0,
       * which it otherwise ignores just after a title was opened (`startUpGuard`).
       */
      restart: z.boolean({ error: 'Debe ser true o false.' }).optional(),
    }),
  },
  output: answer,
  errors: ['video.not_found'],
});

export const listContinueWatching = defineEndpoint({
  method: 'GET',
  path: '/api/videos/user/continue-watching',
  access: 'user',
  summary: 'What the person has begun and not finished, newest first, at most fifteen.',
  input: {},
  output: z.array(watchedCardSchema),
});

export const hideFromContinueWatching = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/user/continue-watching/:id',
  access: 'user',
  summary: 'Takes a video off that row; where the person was in it stays known.',
  input: { params: z.object({ id: idSchema }) },
  output: z.object({ message: z.string() }),
});

export const listProgress = defineEndpoint({
  method: 'GET',
  path: '/api/progress',
  access: 'user',
  summary: 'Where the person is in every video, newest first.',
  input: {},
  output: z.array(z.object({ video: videoCardSchema, progress: watchProgressSchema })),
});
