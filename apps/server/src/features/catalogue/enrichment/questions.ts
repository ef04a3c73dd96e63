import { foldText } from '@butaca/contract';
import type { z } from 'zod';
import { infoContentSchema, recommendationsContentSchema, themeContentSchema } from './content-schemas.ts';
import { prompts, type Subject } from './prompts.ts';

/** What a model is asked about a title, and how its answer is read. */
export interface Question<T> {
  kind: keyof typeof prompts;
  /** Names what is asked for, whoever asks. */
  name: string;
  prompt: string;
  schema: z.ZodType<T>;
}

/** Part of every name: other questions, or another reading of the answers, make other content. */
const contentVersion = 1;

/** The three questions to a model. */
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

/** Type, title, and year or genre. @see the specification, section 7 */
function identityOf({ tipo, title, releaseYear, genres }: Subject): (string | number)[] {
  return [tipo, foldText(title), releaseYear ?? foldText(genres[0] ?? '')];
}
