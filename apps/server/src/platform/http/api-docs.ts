import { endpoints, errorCatalogue, errorsOf, type Endpoint } from '@butaca/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createLazy, type Lazy } from '../async/single-flight.ts';
import { prepareAnswer, sendPrepared, type PreparedAnswer } from './prepared-answer.ts';

type Json = Record<string, unknown>;

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });

/**
 * Describes all endpoints of the API as an OpenAPI 3 document.
 *
 * @see https://spec.openapis.org/oas/v3.0.3
 */
function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Butaca', version: '1' },
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code', 'requestId'],
          properties: {
            error: { type: 'string' },
            code: { type: 'string', enum: Object.keys(errorCatalogue) },
            requestId: { type: 'string' },
            details: {
              type: 'array',
              items: {
                type: 'object',
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
    paths,
  };
}

function toOperation(name: string, endpoint: Endpoint): Json {
  const { params, query, body } = endpoint.input;
  const fields = endpoint.form === undefined ? {} : toSchema(endpoint.form, 'input');
  const isOpen = endpoint.access === 'anyone' || endpoint.access === 'optional';
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: isOpen ? [] : [{ session: [] }],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      {
        in: 'header',
        name: 'x-device-id',
        required: !isOpen,
        schema: { type: 'string', pattern: '^[A-Za-z0-9]{32}$' },
      },
    ],
    ...(body && { requestBody: { content: { 'application/json': { schema: toSchema(body, 'input') } } } }),
    ...(endpoint.file !== undefined && {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: [endpoint.file, ...((fields['required'] as string[] | undefined) ?? [])],
              properties: {
                [endpoint.file]: { type: 'string', format: 'binary' },
                ...(fields['properties'] as Json | undefined),
              },
            },
          },
        },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: 'OK',
        content: { [contentTypes[endpoint.flow ?? 'json']]: { schema: toSchema(endpoint.output, 'output') } },
      },
      ...(endpoint.accepted !== undefined && {
        202: {
          description: '`Prefer: respond-async`',
          content: { 'application/json': { schema: toSchema(endpoint.accepted, 'output') } },
        },
      }),
      ...errorResponses(endpoint),
    },
  };
}

const contentTypes = { json: 'application/json', events: 'text/event-stream', csv: 'text/csv' } as const;

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    in: location,
    name,
    required: location === 'path',
    schema: toSchema(field as z.ZodType, 'input'),
  }));
}

function errorResponses(endpoint: Endpoint): Record<string, Json> {
  const byStatus: Record<string, string[]> = {};
  for (const code of errorsOf(endpoint)) {
    const { status, sentence } = errorCatalogue[code];
    (byStatus[status] ??= []).push(`\`${code}\`: ${sentence}`);
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [
      status,
      {
        description: lines.join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

function docsPage(): string {
  const sections = Object.values<Endpoint>(endpoints).map((endpoint) => {
    const operation = toOperation('', endpoint);
    const errors = [...errorsOf(endpoint)].map(
      (code) =>
        `<li><code>${errorCatalogue[code].status} ${code}</code> ${escapeHtml(errorCatalogue[code].sentence)}</li>`,
    );
    return `<details><summary><b>${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code> <i>${endpoint.access}</i><br>${escapeHtml(endpoint.summary)}</summary>
<h3>Petición</h3><pre>${escapeHtml(JSON.stringify({ parameters: operation['parameters'], body: operation['requestBody'] }, undefined, 2))}</pre>
<h3>Respuesta ${endpoint.status}</h3><pre>${escapeHtml(JSON.stringify(toSchema(endpoint.output, 'output'), undefined, 2))}</pre>
<h3>Errores</h3><ul>${errors.join('')}</ul></details>`;
  });
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API de Butaca</title>
<style>body{background:#07080d;color:#b9c1d3;font:16px/1.55 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}h1,b{color:#f3f5fa}details{border-top:1px solid #272e42;padding:.75rem 0}summary{cursor:pointer}code,pre{color:#7df2ff}pre{overflow:auto;background:#131722;padding:1rem}i{color:#8f98ad}a{color:#00e5ff}</style>
<h1>API de Butaca</h1><p>La misma descripción, para programas: <a href="/api/docs/openapi.json">OpenAPI</a>. Cada llamada lleva <code>Authorization: Bearer</code> y <code>x-device-id</code>.</p>
${sections.join('\n')}</html>`;
}

/**
 * The API documentation (a page and an OpenAPI document), prepared at the first request for each: making both takes a
 * fifth of a second, too long for every start of the server.
 */
const page = createLazy(() => prepareAnswer(docsPage()));
const openApi = createLazy(() => prepareAnswer(JSON.stringify(openApiDocument())));

/**
 * Serves the API documentation as a page and as an OpenAPI document, both made from the definitions of the endpoints
 * when they are first requested.
 *
 * @param countRequest - counts a request towards the call limit of its IP address
 */
export function serveApiDocs(
  app: FastifyInstance,
  countRequest: (request: FastifyRequest) => Promise<void>,
): void {
  const addDocument = (url: string, type: string, document: Lazy<PreparedAnswer>): void => {
    app.get(url, { config: { access: 'anyone' }, onRequest: countRequest }, async (request, reply) =>
      sendPrepared(request, reply.type(`${type}; charset=utf-8`), await document.get()),
    );
  };
  addDocument('/api/docs', 'text/html', page);
  addDocument('/api/docs/openapi.json', 'application/json', openApi);
}
