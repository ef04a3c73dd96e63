import type { z } from 'zod';

/**
 * What a schema refuses in a value: for each fault the path of its field and the sentence that people read, as
 * `seasons.0.title: Debe ser un texto.`; none when the schema accepts the value.
 */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
