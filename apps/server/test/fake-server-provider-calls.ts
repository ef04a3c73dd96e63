import type { ScriptedCall } from './fake-server-calls.ts';

const unknownId = '01a20588-1c2b-73a4-b137-91cc16c95c19';
const at = (params: Record<string, string>): Pick<ScriptedCall, 'as' | 'params'> => ({ as: 'admin', params });

/** How a refresh stands that the real server has begun, while the fake one never ends it. */
const ofRefresh = ['state', 'isQueued', 'errorCode', 'error', 'triedAt', 'nextRefreshAt'];

/**
 * Scripted calls about providers; both servers have none yet. The real server refuses to connect to the address, which is
 * on its own machine.
 */
export const providerCalls: readonly ScriptedCall[] = [
  { route: 'GET /api/admin/providers', as: 'admin' },
  { route: 'GET /api/admin/providers', as: 'viewer', status: 403 },
  {
    route: 'POST /api/admin/providers',
    as: 'admin',
    body: { address: 'http://127.0.0.1:9/lista.m3u', name: 'Mi proveedor' },
    differs: ofRefresh,
    keep: { provider: '_id' },
  },
  { route: 'POST /api/admin/providers', as: 'admin', body: { address: 'ftp://tv.example/x' }, status: 400 },
  {
    route: 'PUT /api/admin/providers/:id',
    ...at({ id: '<provider>' }),
    body: { name: 'Otro nombre', maxConnections: 2, refreshHours: 6, isPaused: true },
    differs: ofRefresh,
  },
  { route: 'PUT /api/admin/providers/:id', ...at({ id: unknownId }), body: {}, status: 404 },
  {
    route: 'PUT /api/admin/providers/:id',
    ...at({ id: '<provider>' }),
    body: { maxConnections: 0 },
    status: 400,
  },
  { route: 'GET /api/admin/providers/:id/rules', ...at({ id: '<provider>' }) },
  { route: 'GET /api/admin/providers/:id/rules', ...at({ id: unknownId }), status: 404 },
  { route: 'DELETE /api/admin/providers/:id/rules/:rule', ...at({ id: '<provider>', rule: 'ninguna' }) },
  {
    route: 'DELETE /api/admin/providers/:id/rules/:rule',
    ...at({ id: unknownId, rule: 'ninguna' }),
    status: 404,
  },
  { route: 'POST /api/admin/providers/:id/refresh', ...at({ id: unknownId }), status: 404 },
  { route: 'POST /api/admin/providers/:id/try', ...at({ id: unknownId }), status: 404 },
  {
    route: 'POST /api/admin/providers/:id/try',
    ...at({ id: '<provider>' }),
    differs: ['outcome', 'elapsedMs', 'sentence'],
  },
  { route: 'GET /api/admin/providers/:id/certificates', ...at({ id: '<provider>' }) },
  { route: 'GET /api/admin/providers/:id/certificates', ...at({ id: unknownId }), status: 404 },
  {
    route: 'PUT /api/admin/providers/:id/certificates',
    ...at({ id: '<provider>' }),
    body: { origin: 'https://tv.example', fingerprint: null },
  },
  {
    route: 'PUT /api/admin/providers/:id/certificates',
    ...at({ id: '<provider>' }),
    body: { origin: 'https://tv.example', fingerprint: Array.from({ length: 32 }, () => 'AA').join(':') },
    status: 400,
  },
  { route: 'DELETE /api/admin/providers/:id', ...at({ id: unknownId }), status: 404 },
  { route: 'POST /api/admin/providers/:id/restore', ...at({ id: '<provider>' }), status: 409 },
];
