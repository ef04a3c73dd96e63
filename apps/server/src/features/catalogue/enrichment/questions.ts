import { foldText } from '@butaca/contract';
import type { z } from 'zod';
import { infoContentSchema, recommendationsContentSchema, themeContentSchema } from './content-schemas.ts';
import { prompts, type Subject } from './prompts.ts';

/** A question to the generative model about a title, with the schema that checks the answer. */
export interface Question<T> {
  kind: keyof typeof prompts;
  /** The key under which the answer to a model question is cached; the same for every person who asks that question. */
  name: string;
  prompt: string;
  schema: z.ZodType<T>;
}

/**
 * Part of the cache key of every answer of the generative model. Increment it when prompts or schemas change, so that
 * stored content is generated again.
 */
const contentVersion = 1;

/**
 * Creates the functions that formulate the three questions to a generative model: information, theme and
 * recommendations.
 */
export function createQuestions(model: string) {
  const questionOf =
    <T>(kind: keyof typeof prompts, schema: z.ZodType<T>) =>
    (subject: Subject): Question<T> => ({
      kind,
      schema,
      name: JSON.stringify([contentVersion, model, kind, ...identityOf(subject)]),
      prompt: prompts[kind](subject),
    });
  return {
    info: questionOf('info', infoContentSchema),
    theme: questionOf('theme', themeContentSchema),
    recommendations: questionOf('recommendations', recommendationsContentSchema),
  };
}

/**
 * The parts of a cache key that identify the title that the generative model is asked about: type, title, and year or
 * genre.
 *
 * @see docs/requisitos.md, R9.13
 */
function identityOf({ tipo, title, releaseYear, genres }: Subject): (string | number)[] {
  return [tipo, foldText(title), releaseYear ?? foldText(genres[0] ?? '')];
}
