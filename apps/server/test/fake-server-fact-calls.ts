import type { ScriptedCall } from './fake-server-calls.ts';

const unknownId = '01a20588-1c2b-73a4-b137-91cc16c95c19';
const onUnknown: Pick<ScriptedCall, 'as' | 'params'> = { as: 'admin', params: { id: unknownId } };

/** Scripted calls about facts of titles; both servers have no source that can be used. */
export const factCalls: readonly ScriptedCall[] = [
  { route: 'GET /api/admin/facts', as: 'admin', differs: ['sources', 'titles', 'looked', 'sentence'] },
  { route: 'GET /api/admin/facts', as: 'viewer', status: 403 },
  {
    route: 'PUT /api/admin/facts',
    as: 'admin',
    body: { isPaused: true },
    differs: ['sources', 'titles', 'looked', 'sentence'],
  },
  { route: 'PUT /api/admin/facts', as: 'admin', body: {}, status: 400 },
  { route: 'PUT /api/admin/facts', as: 'admin', body: { tmdbKey: 'corta' }, status: 400 },
  { route: 'GET /api/admin/facts/matches', as: 'admin' },
  { route: 'GET /api/admin/facts/matches', as: 'admin', query: { state: 'otra' }, status: 400 },
  {
    route: 'PUT /api/admin/facts/matches/:id',
    ...onUnknown,
    body: { source: null, workId: null },
    status: 404,
  },
  { route: 'DELETE /api/admin/facts/matches/:id', ...onUnknown, status: 404 },
  {
    route: 'POST /api/admin/videos/:id/automatic',
    ...onUnknown,
    body: { fields: ['description'] },
    status: 404,
  },
  {
    route: 'POST /api/admin/videos/:id/automatic',
    ...onUnknown,
    body: { fields: ['titulo'] },
    status: 400,
  },
];
