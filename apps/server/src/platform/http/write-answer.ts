/*
 * Writes the JSON of answers by the endpoints' output schemas. An answer with a long list, such as a series with thousands of
 * chapters, is written in slices: each has at most a fixed number of the list's items, and between two of them other requests
 * go on. A slice is measured in items and not in time, so that it is no longer on a busy machine.
 */
import type { Endpoint, EndpointAnswer } from '@butaca/contract';
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';
import { nextTurn } from '../async/turns.ts';

/** How many items of lists are written before other work of the process goes on. */
const itemsOfSlice = 200;

type Serialize = (value: unknown) => string;

/** Makes a serializer of the values of a schema, which takes some milliseconds. */
const makeSerializer = (schema: z.ZodType): Serialize =>
  fastJsonStringify(z.toJSONSchema(schema, { target: 'draft-7' }) as never);

/** Makes the serializer of a part of an answer when it is first needed, because few answers are long. */
function whenNeeded(schema: () => z.ZodType): Serialize {
  let serialize: Serialize | undefined;
  return (value) => (serialize ??= makeSerializer(schema()))(value);
}

interface Writer {
  serialize: Serialize;
  parts: Parts | undefined;
}

/** Made when they are first needed: making those of all endpoints takes a fifth of the CPU time of a start. */
const writers = new WeakMap<Endpoint, Writer>();

function writerOf(endpoint: Endpoint): Writer {
  let writer = writers.get(endpoint);
  if (writer === undefined) {
    const { output } = endpoint;
    writer = { serialize: makeSerializer(output), parts: partsOf(output) };
    writers.set(endpoint, writer);
  }
  return writer;
}

/** Returns the serializer of an endpoint's answers; it drops fields that the output schema does not declare. */
export function serializerOf<E extends Endpoint>(endpoint: E): (answer: EndpointAnswer<E>) => string {
  return writerOf(endpoint).serialize;
}

/**
 * Writes an answer as the UTF-8 bytes of its JSON, without fields that the output schema does not declare. In a long answer
 * the lists of an object come after its other fields.
 */
export async function writeAnswer<E extends Endpoint>(
  endpoint: E,
  answer: EndpointAnswer<E>,
): Promise<Buffer> {
  const { serialize, parts } = writerOf(endpoint);
  if (parts === undefined || parts.count(answer) <= itemsOfSlice) return Buffer.from(serialize(answer));
  const slices: Buffer[] = [];
  let slice = '';
  let items = 0;
  for (const text of parts.list(answer)) {
    slice += text;
    items += 1;
    if (items < itemsOfSlice) continue;
    slices.push(Buffer.from(slice));
    slice = '';
    items = 0;
    await nextTurn();
  }
  return Buffer.concat([...slices, Buffer.from(slice)]);
}

/** How values of one schema are written in parts, none of which has more than one item of a list. */
interface Parts {
  /** Returns how many items the lists of a value have. */
  count(value: unknown): number;
  list(value: unknown): Generator<string>;
}

/** @returns `undefined` for a schema without lists of objects, whose values are written at once */
function partsOf(schema: unknown): Parts | undefined {
  if (schema instanceof z.ZodObject) return partsOfObject(schema);
  if (!(schema instanceof z.ZodArray)) return undefined;
  return schema.element instanceof z.ZodObject ? partsOfList(schema.element) : undefined;
}

function partsOfList(element: z.ZodObject): Parts {
  const inner = partsOf(element);
  const serialize = whenNeeded(() => element);
  const itemsOf = (value: unknown) => value as readonly unknown[];
  return {
    count: (value) => itemsOf(value).reduce<number>((sum, item) => sum + 1 + (inner?.count(item) ?? 0), 0),
    *list(value) {
      let before = '[';
      for (const item of itemsOf(value)) {
        if (inner === undefined) yield before + serialize(item);
        else {
          yield before;
          yield* inner.list(item);
        }
        before = ',';
      }
      yield before === '[' ? '[]' : ']';
    },
  };
}

function partsOfObject({ shape }: z.ZodObject): Parts | undefined {
  const lists = new Map<string, Parts>();
  for (const [name, field] of Object.entries(shape)) {
    const parts = partsOf(field);
    if (parts !== undefined) lists.set(name, parts);
  }
  if (lists.size === 0) return undefined;
  const serializeRest = whenNeeded(() =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => !lists.has(name)))),
  );
  const fieldOf = (value: unknown, name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return {
    count: (value) => [...lists].reduce((sum, [name, parts]) => sum + parts.count(fieldOf(value, name)), 0),
    *list(value) {
      const rest = serializeRest(value).slice(0, -1);
      yield rest;
      let before = rest === '{' ? '' : ',';
      for (const [name, parts] of lists) {
        yield `${before}${JSON.stringify(name)}:`;
        yield* parts.list(fieldOf(value, name));
        before = ',';
      }
      yield '}';
    },
  };
}
