import type { ScriptedCall } from './fake-server-calls.ts';

/**
 * The part of the script for both servers that lets televisions in: it uses the sessions of `viewer` and `admin`, and
 * signs the viewer in on the device of `second`, whose session it ends again.
 */
export const televisionCalls: readonly ScriptedCall[] = [
  {
    route: 'POST /api/auth/activation',
    on: 'second',
    body: {},
    keep: { television: 'code', televisionSecret: 'secret' },
    differs: ['code', 'secret'],
  },
  { route: 'POST /api/auth/activation/claim', on: 'second', body: { secret: '<televisionSecret>' } },
  {
    route: 'POST /api/auth/activation/claim',
    on: 'low',
    body: { secret: '<televisionSecret>' },
    status: 404,
  },
  {
    route: 'POST /api/activation/read',
    as: 'viewer',
    body: { code: '<television>' },
    differs: ['deviceName'],
  },
  {
    route: 'POST /api/activation/read',
    as: 'admin',
    body: { code: '<television>' },
    differs: ['deviceName'],
  },
  { route: 'POST /api/activation/read', as: 'viewer', body: { code: 'ZZZZZZ' }, status: 404 },
  { route: 'POST /api/activation/read', body: { code: 'ZZZZZZ' }, status: 401 },
  {
    route: 'POST /api/activation/decide',
    as: 'admin',
    body: { code: '<television>', isAllowed: true },
    status: 400,
  },
  {
    route: 'POST /api/activation/decide',
    as: 'admin',
    body: { code: '<television>', isAllowed: true, currentPassword: 'otra clave larga' },
    status: 400,
  },
  { route: 'POST /api/activation/decide', as: 'viewer', body: { code: '<television>', isAllowed: true } },
  {
    route: 'POST /api/activation/decide',
    as: 'viewer',
    body: { code: '<television>', isAllowed: true },
    status: 409,
  },
  { route: 'POST /api/auth/activation/claim', on: 'second', body: { secret: '<televisionSecret>' } },
  {
    route: 'POST /api/auth/activation/claim',
    on: 'second',
    body: { secret: '<televisionSecret>' },
    status: 409,
  },
  {
    route: 'POST /api/auth/activation',
    on: 'second',
    body: {},
    keep: { television: 'code', televisionSecret: 'secret' },
    differs: ['code', 'secret'],
  },
  { route: 'POST /api/activation/decide', as: 'viewer', body: { code: '<television>', isAllowed: false } },
  {
    route: 'POST /api/auth/activation/claim',
    on: 'second',
    body: { secret: '<televisionSecret>' },
    status: 409,
  },
  { route: 'DELETE /api/devices/others', as: 'viewer' },
];
