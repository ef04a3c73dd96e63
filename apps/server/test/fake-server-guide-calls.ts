import type { ScriptedCall } from './fake-server-calls.ts';

const unknownId = '01a20588-1c2b-73a4-b137-91cc16c95c19';
const at = (params: Record<string, string>): Pick<ScriptedCall, 'as' | 'params'> => ({ as: 'admin', params });

/** How a refresh stands that the real server has begun, while the fake one never ends it. */
const ofRefresh = ['state', 'progress', 'errorCode', 'error', 'triedAt', 'nextRefreshAt'];
const evening = { from: '2026-11-30T20:00:00Z', to: '2026-11-30T22:00:00Z' };

/**
 * Scripted calls about guides; both servers have none yet. The real server refuses to connect to the address, which is on its
 * own machine.
 */
export const guideCalls: readonly ScriptedCall[] = [
  { route: 'GET /api/admin/guide/sources', as: 'admin', differs: ['coverage', 'offers'] },
  { route: 'GET /api/admin/guide/sources', as: 'viewer', status: 403 },
  {
    route: 'POST /api/admin/guide/sources',
    as: 'admin',
    body: { address: 'http://127.0.0.1:9/guia.xml', name: 'Mi guía' },
    differs: ofRefresh,
    keep: { guide: '_id' },
  },
  {
    route: 'POST /api/admin/guide/sources',
    as: 'admin',
    body: { address: 'http://127.0.0.1:9/guia.xml' },
    status: 409,
  },
  {
    route: 'POST /api/admin/guide/sources',
    as: 'admin',
    body: { address: 'ftp://tv.example/x' },
    status: 400,
  },
  {
    route: 'PUT /api/admin/guide/sources/:id',
    ...at({ id: '<guide>' }),
    body: { name: 'Otra guía', refreshHours: 6, isPaused: true, place: 1 },
    differs: ofRefresh,
  },
  { route: 'PUT /api/admin/guide/sources/:id', ...at({ id: unknownId }), body: {}, status: 404 },
  { route: 'PUT /api/admin/guide/sources/:id', ...at({ id: '<guide>' }), body: { place: 0 }, status: 400 },
  { route: 'POST /api/admin/guide/sources/:id/refresh', ...at({ id: unknownId }), status: 404 },
  { route: 'POST /api/admin/guide/offers/:id/accept', ...at({ id: 'ninguna' }), status: 404 },
  {
    route: 'POST /api/admin/guide/files',
    as: 'admin',
    file: { name: 'guia.xml', text: '<tv></tv>' },
    form: { source: 'ninguna' },
    status: 404,
  },
  { route: 'GET /api/admin/guide/matches', as: 'admin' },
  { route: 'GET /api/admin/guide/matches', as: 'admin', query: { state: 'otra' }, status: 400 },
  { route: 'GET /api/admin/guide/matches', as: 'admin', query: { state: 'matched', q: 'canal' } },
  { route: 'GET /api/admin/guide/matches/:id', ...at({ id: unknownId }), status: 404 },
  { route: 'GET /api/admin/guide/channels', as: 'admin', query: { q: 'cine' } },
  { route: 'GET /api/admin/guide/channels', as: 'admin', query: { q: '¿?' }, status: 400 },
  {
    route: 'PUT /api/admin/guide/matches/:id',
    ...at({ id: unknownId }),
    body: { sourceId: null, guideId: null },
    status: 404,
  },
  { route: 'DELETE /api/admin/guide/matches/:id', ...at({ id: unknownId }), status: 404 },
  { route: 'GET /api/guide', as: 'viewer', query: { channels: unknownId, ...evening }, differs: ['now'] },
  { route: 'GET /api/guide', as: 'viewer', query: { channels: '', ...evening }, status: 400 },
  { route: 'GET /api/guide', query: { channels: unknownId, ...evening }, status: 401 },
  { route: 'GET /api/guide/now', as: 'viewer', query: { section: 'Noticias' }, differs: ['now'] },
  { route: 'GET /api/guide/now', as: 'viewer', query: { channels: unknownId }, differs: ['now'] },
  {
    route: 'GET /api/guide/now',
    as: 'viewer',
    query: { section: 'Noticias', channels: unknownId },
    status: 400,
  },
  {
    route: 'GET /api/guide/programmes/:id/:start',
    as: 'viewer',
    params: { id: unknownId, start: evening.from },
    status: 404,
  },
  {
    route: 'GET /api/channels/id/:id/archive/:start',
    as: 'viewer',
    params: { id: unknownId, start: evening.from },
    status: 404,
  },
  {
    route: 'GET /api/channels/id/:id/archive/:start',
    as: 'viewer',
    params: { id: unknownId, start: 'ayer' },
    status: 400,
  },
  { route: 'GET /api/guide/search', as: 'viewer', query: { q: 'noticias' }, differs: ['now'] },
  { route: 'GET /api/guide/search', as: 'viewer', query: { q: '¿?' }, status: 400 },
  { route: 'GET /api/guide/reminders', as: 'viewer', differs: ['now'] },
  { route: 'GET /api/guide/reminders', status: 401 },
  {
    route: 'POST /api/guide/reminders',
    as: 'viewer',
    body: { channelId: unknownId, startsAt: evening.from },
    status: 404,
  },
  {
    route: 'POST /api/guide/reminders',
    as: 'viewer',
    body: { channelId: unknownId, startsAt: 'luego' },
    status: 400,
  },
  { route: 'DELETE /api/guide/reminders/:id', as: 'viewer', params: { id: unknownId }, status: 404 },
  { route: 'DELETE /api/admin/guide/sources/:id', ...at({ id: '<guide>' }) },
  { route: 'DELETE /api/admin/guide/sources/:id', ...at({ id: '<guide>' }), status: 404 },
];
