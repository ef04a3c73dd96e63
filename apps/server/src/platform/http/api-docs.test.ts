import { endpoints, errorCatalogue, errorsOf, type Endpoint } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { serveApiDocs } from './api-docs.ts';
import { createHttpServer } from './http-server.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { in: string; name: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties?: object } }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

const token = 'una-clave-de-metricas';
let app: FastifyInstance;
let counted = 0;
let operations: Map<Endpoint, Operation>;
let page: string;

beforeAll(async () => {
  app = await createHttpServer({
    // A busy machine makes the event loop late, and is no reason to refuse a call here.
    eventLoopDelayLimitMs: 0,
    log: createLog('silent'),
    trustedProxies: [],
    isSecure: false,
    metricsToken: token,
  });
  serveApiDocs(app, async () => void (counted += 1));
  await app.ready();
  page = (await app.inject('/api/docs')).body;
  const { paths } = (await app.inject('/api/docs/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  operations = new Map(
    Object.values<Endpoint>(endpoints).map((endpoint) => {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = paths[path]?.[endpoint.method.toLowerCase()];
      if (operation === undefined) throw new Error(`${endpoint.method} ${path} is not described`);
      return [endpoint, operation];
    }),
  );
});
afterAll(() => app.close());

describe('the OpenAPI description', () => {
  it('gives each call a unique name', () => {
    const names = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists every path parameter as required', () => {
    for (const [{ path }, { parameters }] of operations) {
      const inPath = parameters.filter((each) => each.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('requires a session and a device id for the calls that need them', () => {
    for (const [{ access }, { security, parameters }] of operations) {
      const needsSession = access === 'user' || access === 'admin';
      expect(security).toHaveLength(needsSession ? 1 : 0);
      expect(parameters.find(({ name }) => name === 'x-device-id')?.required).toBe(needsSession);
    }
  });

  it('lists the file and the form fields of an upload', () => {
    const uploads = [...operations].filter(([{ file }]) => file !== undefined);
    expect(uploads.length).toBeGreaterThan(0);
    for (const [{ file = '', form }, { requestBody }] of uploads) {
      const schema = requestBody?.content['multipart/form-data']?.schema;
      expect(schema?.required).toContain(file);
      expect(Object.keys(schema?.properties ?? {})).toEqual([file, ...Object.keys(form?.shape ?? {})]);
    }
  });

  it('lists a JSON body exactly for calls that take one', () => {
    for (const [{ file, input }, { requestBody }] of operations) {
      if (file !== undefined) continue;
      expect(Object.keys(requestBody?.content ?? {})).toEqual(
        input.body === undefined ? [] : ['application/json'],
      );
    }
  });

  it('lists the media type of each answer, and the 202 answer where there is one', () => {
    const types = { events: 'text/event-stream', csv: 'text/csv', json: 'application/json' };
    for (const [{ status, flow = 'json', accepted }, { responses }] of operations) {
      expect(Object.keys(responses[status]?.content ?? {})).toEqual([types[flow]]);
      expect(responses['202'] !== undefined).toBe(accepted !== undefined);
    }
  });

  it('lists every error of a call under its status, with its sentence', () => {
    for (const [endpoint, { responses }] of operations) {
      for (const code of errorsOf(endpoint)) {
        const { status, sentence } = errorCatalogue[code];
        expect(responses[status]?.description).toContain(`\`${code}\`: ${sentence}`);
      }
    }
  });
});

describe('the API description as a page', () => {
  it('lists every call with who may make it', () => {
    for (const { method, path, access } of Object.values<Endpoint>(endpoints)) {
      expect(page).toContain(`<b>${method}</b> <code>${path}</code> <i>${access}</i>`);
    }
  });

  it('escapes its contents and contains no script', () => {
    expect(page).not.toMatch(/<script|onclick|javascript:/i);
    for (const [, text = ''] of page.matchAll(/<pre>([^]*?)<\/pre>/g)) expect(text).not.toMatch(/[<>"]/);
  });

  it('is made once, and answered 304 to a client that has it', async () => {
    const before = counted;
    const { headers } = await app.inject('/api/docs');
    const again = await app.inject({ url: '/api/docs', headers: { 'if-none-match': headers.etag } });
    expect([again.statusCode, again.body, counted - before]).toEqual([304, '', 2]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('the metrics', () => {
  it('count requests by route, never by the requested address', async () => {
    await app.inject('/api/docs?x=1');
    await app.inject('/api/nada/secreto');
    const headers = { authorization: `Bearer ${token}` };
    const read = () => app.inject({ url: '/metrics', headers });
    // A request is counted once its answer has been handed over, which may be after the caller has it.
    await expect
      .poll(async () => (await read()).body)
      .toMatch(/_count\{method="GET",route="unknown",status="404"\} 1/);
    const answer = await read();
    const { body } = answer;
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(body).toMatch(/_count\{method="GET",route="\/api\/docs",status="200"\} \d+/);
    expect(body).not.toMatch(/secreto|x=1/);
  });
});
