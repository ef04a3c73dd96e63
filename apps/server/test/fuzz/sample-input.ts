import type { Endpoint } from '@butaca/contract';
import { z } from 'zod';

/** The subset of JSON Schema that `z.toJSONSchema` produces for the request inputs that the API contract declares. */
export interface InputSchema {
  type?: string;
  properties?: Record<string, InputSchema>;
  required?: string[];
  items?: InputSchema;
  anyOf?: InputSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  format?: string;
}

export const inputParts = ['params', 'query', 'body'] as const;
export type InputPart = (typeof inputParts)[number];
export type Input = Partial<Record<InputPart, Record<string, unknown>>>;

/** Values for input fields that cannot be derived from a schema (ids of existing items, URLs, names), by field name. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** The JSON Schema of the path parameters, query or body that an endpoint accepts; `undefined` when it accepts none. */
function inputSchemaOf(endpoint: Endpoint, part: InputPart): InputSchema | undefined {
  const schema = endpoint.input[part];
  return schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema);
}

/**
 * Builds a request input for a fuzz test with every field that an endpoint declares, as valid as the endpoint's schemas
 * and the known values allow.
 */
export function sampleInput(endpoint: Endpoint, known: KnownValues): Input {
  const input: Input = {};
  for (const part of inputParts) {
    const schema = inputSchemaOf(endpoint, part);
    if (schema !== undefined) input[part] = sampleOf(schema, '', known) as Record<string, unknown>;
  }
  return input;
}

function sampleOf(schema: InputSchema, name: string, known: KnownValues): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.includes(known[name]) ? known[name] : schema.enum[0];
  if (schema.anyOf !== undefined) {
    if (name in known) return known[name];
    return sampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, name, known);
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key, known)]),
      );
    case 'array':
      return name in known ? known[name] : [sampleOf(schema.items ?? {}, name, known)];
    case 'string':
      if (name in known) return known[name];
      return schema.format === 'date-time'
        ? '2026-01-01T00:00:00.000Z'
        : 'texto'.padEnd(schema.minLength ?? 0, 'o');
    case 'integer':
    case 'number':
      return name in known ? known[name] : Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return known[name] ?? 'texto';
  }
}

/**
 * Lists the path to each field of a request input, including the fields of each array's first item: `['body', 'plans',
 * 0, 'key']`.
 */
export function fieldPaths(input: Input): (string | number)[][] {
  const paths: (string | number)[][] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (path.length > 1) paths.push(path);
    if (Array.isArray(value)) {
      if (value.length > 0) visit(value[0], [...path, 0]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    }
  };
  for (const part of inputParts) if (input[part] !== undefined) visit(input[part], [part]);
  return paths;
}

/** Copies a request input with one field replaced, or left out when the new value is `undefined`. */
export function replaceField(input: Input, path: readonly (string | number)[], value: unknown): Input {
  const copy = structuredClone(input);
  let parent = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
