import { endpoints, planHeader, type Endpoint, type RouteKey } from '@butaca/contract';

/** One HTTP call of a fixed script that is sent to the real API server and to the fake one, which must answer alike. */
export interface ScriptedCall {
  route: RouteKey;
  /** The test person who makes the call, signed in by an earlier call of the script; `undefined` means a visitor. */
  as?: 'admin' | 'viewer' | 'low' | 'second';
  /** The test person whose device id is sent with the call, for calls made before that person has signed in. */
  on?: 'admin' | 'viewer' | 'low' | 'second';
  /**
   * Values of the URL path's parameters; `<name>` stands for the value that an earlier call has stored under that name.
   */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** The file that a scripted call uploads, as a part of a multipart body. */
  file?: { name: string; text: string };
  /** Text fields that are sent in the same multipart body as the uploaded file. */
  form?: Record<string, string>;
  /**
   * Names under which later calls find values of this call's answer, by their path in the JSON body: `{ film: '_id' }`.
   */
  keep?: Record<string, string>;
  /**
   * The HTTP status that both servers must answer with, when the call is not to end with the endpoint's success status.
   */
  status?: number;
  /**
   * JSON keys whose values may differ between the real server and the fake one, at any depth of the answer: their
   * values are checked against the API contract's schema only.
   */
  differs?: readonly string[];
}

export const endpointByRoute = new Map<string, Endpoint>(
  Object.values(endpoints).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

export interface Answered {
  status: number;
  code: string | undefined;
  /** The validation error of the API contract's schema for the answer's body; `undefined` when the body is valid. */
  fault: string | undefined;
  /** The plan that the answer's header names; `null` for a visitor. */
  plan: string | null;
  body: unknown;
}

/** Sends all scripted calls to one server, in order; each call can use values that earlier answers have stored. */
export async function askAll(
  origin: string,
  calls: readonly ScriptedCall[],
  kept: Map<string, string>,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const call of calls) answers.push(await ask(origin, call, kept));
  return answers;
}

export async function ask(origin: string, call: ScriptedCall, kept: Map<string, string>): Promise<Answered> {
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
      typeof part === 'string'
        ? part.replace(/^<(\w+)>$/, (_all, name: string) => kept.get(name) ?? '')
        : part,
    ) as T;
  const [method = 'GET', template = ''] = call.route.split(' ');
  const params = fill(call.params ?? {});
  const [path = '', view] = template
    .replace(/:(\w+)/g, (_all, name: string) => params[name] ?? '')
    .split('?');
  const query = new URLSearchParams({ ...call.query, ...Object.fromEntries(new URLSearchParams(view)) });
  const form = call.file === undefined ? undefined : new FormData();
  for (const [name, value] of Object.entries(call.form ?? {})) form?.append(name, value);
  const field = endpointByRoute.get(call.route)?.file ?? '';
  if (call.file !== undefined) form?.append(field, new File([call.file.text], call.file.name));
  const response = await fetch(`${origin}${path}?${query.toString()}`, {
    method,
    headers: {
      'x-device-id': (call.on ?? call.as ?? 'visitante').padEnd(32, '0'),
      ...(call.as !== undefined && { authorization: `Bearer ${kept.get(call.as) ?? ''}` }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(fill(call.body)) }),
    ...(form !== undefined && { body: form }),
  });
  const body = await readBody(response);
  for (const [name, place] of Object.entries(call.keep ?? {})) kept.set(name, String(valueAt(body, place)));
  const names = new Map([...kept].map(([name, value]) => [value, `<${name}>`]));
  return {
    status: response.status,
    code: response.ok ? undefined : (body as { code?: string }).code,
    fault: response.ok ? endpointByRoute.get(call.route)?.output.safeParse(body).error?.message : undefined,
    plan: response.headers.get(planHeader),
    body: comparable(body, names, new Set(call.differs)),
  };
}

/** Parses the JSON body of an answer; of an event stream (SSE), the data of its last event. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return JSON.parse(text);
  if (!type.startsWith('text/event-stream')) return text;
  return JSON.parse(/data: (.*)\s*$/.exec(text)?.[1] ?? 'null');
}

const valueAt = (body: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

/** JSON keys whose values always differ between two servers. `message` is a sentence for people. */
const ownKeys = new Set(['token', 'requestId', 'revision', 'colour', 'message', 'oneTimePassword']);

/**
 * Makes JSON answers of two servers comparable: ids are replaced by the names that the script gave them, timestamps by
 * a constant.
 */
function comparable(
  value: unknown,
  names: ReadonlyMap<string, string>,
  differs: ReadonlySet<string>,
): unknown {
  if (differs.has('*')) return 'may differ';
  if (Array.isArray(value)) return value.map((each) => comparable(each, names, differs));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        differs.has(key) || ownKeys.has(key) ? 'may differ' : comparableOf(key, each, names, differs),
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return 'an instant';
  if (value.startsWith('/api/stream/')) return 'a stream';
  if (value.startsWith('/api/images/')) return 'an image';
  return value;
}

/**
 * The value under one JSON key of an answer, made comparable between two servers: an id is replaced by the name that
 * the script gave it.
 */
function comparableOf(
  key: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
  differs: ReadonlySet<string>,
): unknown {
  const isId = /^_?id$|Id$/.test(key) && typeof value === 'string';
  return isId ? (names.get(value) ?? 'an id') : comparable(value, names, differs);
}
