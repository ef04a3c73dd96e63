/*
 * The web client's screens are tested against the fake API server of `packages/testing`, so the fake has to answer as
 * the real server does. This test sends the same script of HTTP calls to both servers. Status, error code and all
 * fields of their answers must be equal, except ids, timestamps, tokens, and the fields that a call lists as differing.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endpoints, type Endpoint, type RouteKey } from '@butaca/contract';
import { makeFakeDownload, nothingFound, startFakeServer } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointByRoute, askAll, ask, type ScriptedCall, type Answered } from './fake-server-calls.ts';
import { factCalls } from './fake-server-fact-calls.ts';
import { guideCalls } from './fake-server-guide-calls.ts';
import { pushCalls } from './fake-server-push-calls.ts';
import { providerCalls } from './fake-server-provider-calls.ts';
import { televisionCalls } from './fake-server-television-calls.ts';
import { startTestApp } from './test-app.ts';

const list = '#EXTM3U\n#EXTINF:-1 group-title="Cine",Canal importado\nhttps://e.example/importado.m3u8\n';
const films = '#EXTM3U\n#EXTINF:-1 group-title="Cine 4K",El faro (2024)\nhttps://e.example/movie/u/p/1.mp4\n';
const password = 'una clave larga y propia';
const adminPassword = 'clave-de-administracion';
/**
 * JSON keys of the import endpoints in which the fake server differs from the real one: the fake counts characters
 * instead of bytes, classifies M3U entries more simply, and neither reports what an entry became nor explains the counts.
 */
const ofImport = ['size', 'done', 'target', 'mainSection', 'samples', 'access', 'explanation'];
const unknownId = '01a20588-1c2b-73a4-b137-91cc16c95c19';

/** An administrator's decision on the request for a plan that an earlier call has stored. */
const decision = (
  verb: 'grant' | 'reject' | 'reopen',
  more: Pick<ScriptedCall, 'params' | 'status'> = {},
): ScriptedCall => ({
  route: `POST /api/admin/plan-requests/:id/${verb}`,
  as: 'admin',
  params: { id: '<request>' },
  ...more,
});

const film = {
  title: 'Nosferatu',
  tipo: 'pelicula',
  url: 'https://e.example/nosferatu.m3u8',
  genres: ['Terror'],
};
const series = {
  title: 'El último faro',
  tipo: 'serie',
  subcategoria: 'Netflix',
  seasons: [{ seasonNumber: 1, chapters: [{ title: 'La farera', url: 'https://e.example/1.m3u8' }] }],
};
const channel = {
  name: 'Cénit 24',
  section: 'Noticias',
  url: 'https://e.example/cenit.m3u8',
  isFeatured: true,
};

/**
 * Calls every route of the API contract at least once, in an order in which each call finds the data that earlier calls
 * created. Both servers (the real one and the fake) start with nothing but the administrator `jefa`.
 */
const scriptedCalls: readonly ScriptedCall[] = [
  { route: 'GET /api/health' },
  { route: 'GET /api/ready' },

  // Scripted calls about accounts and devices; like all calls of the script, both the real and the fake server get
  // them.
  {
    route: 'POST /api/auth/register',
    body: { username: 'valentina', password },
    on: 'viewer',
    keep: { viewer: 'token' },
  },
  { route: 'POST /api/auth/register', body: { username: 'Valentina', password }, status: 409 },
  { route: 'POST /api/auth/register', body: { username: 'no', password: 'corta' }, status: 400 },
  {
    route: 'POST /api/auth/register',
    body: { username: 'gerardo', password },
    on: 'low',
    keep: { low: 'token' },
  },
  { route: 'POST /api/auth/login', body: { username: 'nadie', password }, status: 401 },
  {
    route: 'POST /api/auth/login',
    body: { username: 'jefa', password: adminPassword },
    on: 'admin',
    keep: { admin: 'token' },
  },
  { route: 'GET /api/auth/me', as: 'viewer' },
  { route: 'GET /api/auth/me', status: 401 },
  {
    route: 'GET /api/admin/users',
    as: 'admin',
    query: { search: 'valen' },
    differs: ['devices'],
    keep: { valentina: 'users.0._id' },
  },
  {
    route: 'GET /api/admin/users',
    as: 'admin',
    query: { search: 'gerardo' },
    differs: ['devices'],
    keep: { gerardo: 'users.0._id' },
  },
  {
    route: 'GET /api/admin/users',
    as: 'admin',
    query: { search: 'jefa' },
    differs: ['devices'],
    keep: { jefa: 'users.0._id' },
  },
  { route: 'GET /api/admin/users', as: 'admin', query: { plan: 'ninguno' }, status: 400 },
  { route: 'GET /api/admin/users', as: 'viewer', status: 403 },
  {
    route: 'PUT /api/admin/users/:id/plan',
    as: 'admin',
    params: { id: '<valentina>' },
    body: { plan: 'premium' },
    differs: ['devices'],
  },
  {
    route: 'PUT /api/admin/users/:id/plan',
    as: 'admin',
    params: { id: unknownId },
    body: { plan: 'premium' },
    status: 404,
  },
  {
    route: 'POST /api/admin/users',
    as: 'admin',
    body: { username: 'mateo', plan: 'cinefilo' },
    keep: { mateo: '_id', invitation: 'invitation.token' },
    differs: ['baseUrls', 'basis'],
  },
  { route: 'POST /api/auth/invitation', body: { token: '<invitation>' } },
  { route: 'POST /api/auth/invitation', body: { token: 'nadie' }, status: 404 },
  {
    route: 'POST /api/auth/invitation/accept',
    body: { token: '<invitation>', password: 'corta' },
    status: 400,
  },
  {
    route: 'POST /api/auth/invitation/accept',
    body: { token: '<invitation>', password: 'la clave de mateo' },
  },
  {
    route: 'POST /api/auth/invitation/accept',
    body: { token: '<invitation>', password: 'la clave de mateo' },
    status: 409,
  },
  {
    route: 'POST /api/admin/users/:id/invitation',
    as: 'admin',
    params: { id: '<mateo>' },
    body: {},
    status: 400,
  },
  {
    route: 'POST /api/admin/users/:id/invitation',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { currentPassword: adminPassword },
    differs: ['baseUrls', 'basis'],
  },
  {
    route: 'POST /api/admin/users/:id/invitation',
    as: 'admin',
    params: { id: '<jefa>' },
    body: { currentPassword: adminPassword },
    status: 409,
  },
  {
    route: 'POST /api/admin/users/:id/invitation',
    as: 'admin',
    params: { id: unknownId },
    body: { currentPassword: adminPassword },
    status: 404,
  },
  { route: 'DELETE /api/admin/users/:id/invitation', as: 'admin', params: { id: '<mateo>' } },
  { route: 'DELETE /api/admin/users/:id/invitation', as: 'admin', params: { id: unknownId }, status: 404 },
  { route: 'POST /api/admin/users', as: 'admin', body: { username: 'mateo' }, status: 409 },
  { route: 'POST /api/admin/users', as: 'admin', body: { username: 'jefa-2', role: 'admin' }, status: 400 },
  {
    route: 'PUT /api/admin/users/:id/status',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { isActive: false },
  },
  {
    route: 'PUT /api/admin/users/:id/status',
    as: 'admin',
    params: { id: '<jefa>' },
    body: { isActive: false },
    status: 409,
  },
  {
    route: 'PUT /api/admin/users/:id/role',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { role: 'admin' },
    status: 400,
  },
  {
    route: 'PUT /api/admin/users/:id/role',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { role: 'admin', currentPassword: 'otra clave larga' },
    status: 400,
  },
  {
    route: 'PUT /api/admin/users/:id/role',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { role: 'admin', currentPassword: adminPassword },
  },
  {
    route: 'PUT /api/admin/users/:id/role',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { role: 'user' },
    status: 400,
  },
  {
    route: 'PUT /api/admin/users/:id/status',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { isActive: true },
    status: 400,
  },
  {
    route: 'DELETE /api/devices/admin/:userId/devices',
    as: 'admin',
    params: { userId: '<mateo>' },
    body: {},
    status: 400,
  },
  {
    route: 'DELETE /api/admin/users/:id/invitation',
    as: 'admin',
    params: { id: '<mateo>' },
    body: {},
    status: 400,
  },
  {
    route: 'PUT /api/admin/users/:id/role',
    as: 'admin',
    params: { id: '<jefa>' },
    body: { role: 'user' },
    status: 409,
  },
  { route: 'POST /api/admin/users/:id/password', as: 'admin', params: { id: '<mateo>' }, status: 400 },
  {
    route: 'POST /api/admin/users/:id/password',
    as: 'admin',
    params: { id: '<mateo>' },
    body: { currentPassword: adminPassword },
  },
  {
    route: 'POST /api/admin/users/:id/password',
    as: 'admin',
    params: { id: '<jefa>' },
    body: { currentPassword: adminPassword },
    status: 409,
  },
  { route: 'PUT /api/auth/password', as: 'low', body: { newPassword: 'la clave que sigue' }, status: 400 },
  {
    route: 'PUT /api/auth/password',
    as: 'low',
    body: { currentPassword: 'otra clave larga', newPassword: 'la clave que sigue' },
    status: 400,
  },
  {
    route: 'PUT /api/auth/password',
    as: 'low',
    body: { currentPassword: password, newPassword: password },
    status: 400,
  },
  {
    route: 'PUT /api/auth/password',
    as: 'low',
    body: { currentPassword: password, newPassword: 'la clave que sigue' },
  },
  { route: 'GET /api/auth/second-factor', as: 'viewer' },
  {
    route: 'PUT /api/auth/second-factor',
    as: 'admin',
    body: { code: '000000' },
    status: 409,
  },
  {
    route: 'POST /api/auth/second-factor',
    as: 'admin',
    body: { currentPassword: 'otra clave larga' },
    status: 400,
  },
  {
    route: 'POST /api/auth/second-factor',
    as: 'admin',
    body: { currentPassword: adminPassword },
    differs: ['secret', 'address'],
  },
  {
    route: 'PUT /api/auth/second-factor',
    as: 'admin',
    body: { code: '000000' },
    status: 400,
  },
  {
    route: 'DELETE /api/auth/second-factor',
    as: 'viewer',
    body: { currentPassword: password, code: '000000' },
    status: 409,
  },
  {
    route: 'DELETE /api/admin/users/:id/second-factor',
    as: 'admin',
    params: { id: '<valentina>' },
    body: { currentPassword: 'otra clave larga' },
    status: 400,
  },
  {
    route: 'DELETE /api/admin/users/:id/second-factor',
    as: 'admin',
    params: { id: '<valentina>' },
    body: { currentPassword: adminPassword },
    status: 409,
  },
  {
    route: 'DELETE /api/admin/users/:id/second-factor',
    as: 'admin',
    params: { id: '<jefa>' },
    body: { currentPassword: adminPassword },
    status: 409,
  },
  {
    route: 'DELETE /api/admin/users/:id/second-factor',
    as: 'admin',
    params: { id: unknownId },
    body: { currentPassword: adminPassword },
    status: 404,
  },
  ...televisionCalls,
  ...providerCalls,
  ...guideCalls,
  ...pushCalls,
  ...factCalls,
  { route: 'GET /api/admin/plans', as: 'admin' },
  { route: 'PUT /api/admin/plans', as: 'admin', body: { plans: [{ key: 'premium', maxStreams: 5 }] } },
  { route: 'PUT /api/admin/plans', as: 'admin', body: { plans: [] }, status: 400 },
  {
    route: 'PUT /api/admin/plans',
    as: 'admin',
    body: { plans: [{ key: 'cinefilo', name: 'Cine', price: '5 €', isHidden: true, position: 4 }] },
  },
  { route: 'GET /api/admin/plans/openings', as: 'admin', differs: ['open', 'total', 'areas', 'alike'] },
  { route: 'GET /api/admin/plans/openings', as: 'low', status: 403 },
  { route: 'GET /api/plans', as: 'low', differs: ['areas', 'samples'] },
  { route: 'GET /api/plans', status: 401 },
  { route: 'DELETE /api/plans/request', as: 'low', status: 404 },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'gplay' }, status: 409 },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'cinefilo' }, status: 409 },
  { route: 'POST /api/plans/request', as: 'admin', body: { plan: 'gplay' }, status: 409 },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'oro' }, status: 400 },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'sports' } },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'premium' }, status: 409 },
  { route: 'DELETE /api/plans/request', as: 'low' },
  { route: 'POST /api/plans/request', as: 'low', body: { plan: 'premium' } },
  { route: 'GET /api/plans', as: 'low', differs: ['areas', 'samples'] },
  { route: 'GET /api/admin/plan-requests', as: 'admin', keep: { request: 'requests.0._id' } },
  { route: 'GET /api/admin/plan-requests', as: 'low', status: 403 },
  decision('reject', { params: { id: unknownId }, status: 404 }),
  decision('reopen', { status: 409 }),
  decision('reject'),
  decision('reopen'),
  decision('grant'),
  decision('grant', { status: 409 }),
  { route: 'GET /api/admin/plan-requests', as: 'admin' },
  decision('reopen'),
  { route: 'DELETE /api/plans/request', as: 'low' },
  {
    route: 'PUT /api/admin/settings',
    as: 'admin',
    body: {
      newAccountPlan: 'gplay',
      footer: {
        terminos: { address: 'https://ley.example/', text: '' },
        privacidad: { address: '', text: 'Guardamos poco.' },
        soporte: { address: '', text: '' },
      },
    },
    differs: ['automatic', 'encoders'],
  },
  { route: 'PUT /api/admin/settings', as: 'admin', body: {}, status: 400 },
  { route: 'GET /api/admin/settings', as: 'admin', differs: ['automatic', 'encoders'] },
  { route: 'GET /api/admin/settings', as: 'low', status: 403 },
  { route: 'GET /api/downloads' },
  {
    route: 'GET /api/downloads/:name',
    params: { name: 'butaca.apk' },
    differs: ['*'],
  },
  { route: 'GET /api/downloads/:name', params: { name: 'otra.apk' }, status: 404 },
  { route: 'GET /api/downloads/:name', params: { name: 'otra.zip' }, status: 400 },
  { route: 'GET /api/footer-links' },
  { route: 'GET /api/footer-links/:key', params: { key: 'privacidad' } },
  { route: 'GET /api/footer-links/:key', params: { key: 'soporte' }, status: 404 },
  { route: 'GET /api/footer-links/:key', params: { key: 'nada' }, status: 400 },
  {
    route: 'GET /api/devices/admin/:userId',
    as: 'admin',
    params: { userId: '<valentina>' },
    differs: ['devices', 'total', 'active'],
  },
  { route: 'GET /api/devices/admin/:userId', as: 'admin', params: { userId: unknownId }, status: 404 },
  {
    route: 'DELETE /api/devices/admin/:userId/:deviceId',
    as: 'admin',
    params: { userId: '<valentina>', deviceId: 'z'.repeat(32) },
    status: 404,
  },
  {
    route: 'DELETE /api/devices/admin/:userId/devices',
    as: 'admin',
    params: { userId: '<mateo>' },
    body: { currentPassword: adminPassword },
  },
  { route: 'GET /api/devices', as: 'viewer', differs: ['ip'] },
  {
    route: 'POST /api/auth/login',
    body: { username: 'valentina', password },
    on: 'second',
    keep: { second: 'token' },
  },
  { route: 'GET /api/devices', as: 'viewer', differs: ['ip'] },
  {
    route: 'DELETE /api/devices/:deviceId',
    as: 'viewer',
    params: { deviceId: 'second'.padEnd(32, '0') },
  },
  {
    route: 'DELETE /api/devices/:deviceId',
    as: 'viewer',
    params: { deviceId: 'second'.padEnd(32, '0') },
    status: 404,
  },
  { route: 'GET /api/auth/me', as: 'second', status: 401 },
  { route: 'DELETE /api/devices/:deviceId', as: 'viewer', params: { deviceId: 'corto' }, status: 400 },
  { route: 'DELETE /api/devices/others', as: 'viewer' },
  { route: 'GET /api/devices', as: 'viewer', differs: ['ip'] },

  // Scripted calls, for the real and the fake server, about TV channels: creating, editing, listing, importing.
  {
    route: 'POST /api/channels/admin',
    as: 'admin',
    body: channel,
    keep: { channel: '_id', channelRevision: 'revision' },
  },
  { route: 'POST /api/channels/admin', as: 'viewer', body: channel, status: 403 },
  { route: 'POST /api/channels/admin', as: 'admin', body: { name: 'Sin dirección' }, status: 400 },
  { route: 'GET /api/channels/id/:id?view=admin', as: 'admin', params: { id: '<channel>' } },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: '<channel>' },
    body: { description: 'Noticias a toda hora.' },
  },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: '<channel>' },
    body: { name: 'Tarde', revision: '<channelRevision>' },
    status: 409,
  },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: '<channel>' },
    body: { country: 'mx', sources: [{ url: channel.url, languages: ['es-419', 'en'], quality: 'FHD' }] },
  },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: '<channel>' },
    body: { country: 'atlántida' },
    status: 400,
  },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: unknownId },
    body: { name: 'Nadie' },
    status: 404,
  },
  { route: 'GET /api/channels/admin/list', as: 'admin' },
  { route: 'GET /api/channels/admin/:id/sources', as: 'admin', params: { id: '<channel>' } },
  { route: 'GET /api/channels/admin/:id/sources', as: 'admin', params: { id: unknownId }, status: 404 },
  { route: 'GET /api/channels/admin/list', as: 'admin', query: { search: 'cenit' } },
  { route: 'GET /api/channels/list', as: 'viewer', query: { section: 'Noticias' } },
  { route: 'GET /api/channels/list', query: { featured: 'true' } },
  { route: 'GET /api/channels/sections', as: 'viewer' },
  { route: 'GET /api/channels/unresponsive', as: 'viewer' },
  { route: 'GET /api/channels/id/:id', as: 'viewer', params: { id: '<channel>' } },
  { route: 'GET /api/channels/id/:id', as: 'viewer', params: { id: unknownId }, status: 404 },
  {
    route: 'PUT /api/channels/admin/:id',
    as: 'admin',
    params: { id: '<channel>' },
    body: { requiresPlan: ['premium'] },
  },
  { route: 'GET /api/channels/id/:id', as: 'low', params: { id: '<channel>' }, status: 403 },
  { route: 'POST /api/channels/admin/process-m3u', as: 'admin', file: { name: 'lista.m3u', text: list } },
  {
    route: 'POST /api/channels/admin/process-m3u',
    as: 'admin',
    file: { name: 'lista.pdf', text: list },
    status: 400,
  },

  // Scripted calls, for the real and the fake server, about films and series.
  { route: 'POST /api/videos', as: 'admin', body: film, keep: { film: '_id', filmRevision: 'revision' } },
  { route: 'POST /api/videos', as: 'admin', body: { title: '' }, status: 400 },
  {
    route: 'POST /api/videos',
    as: 'admin',
    body: series,
    keep: { series: '_id', chapter: 'seasons.0.chapters.0._id' },
  },
  {
    route: 'POST /api/videos',
    as: 'admin',
    body: { ...film, title: 'Metrópolis' },
    status: 409,
  },
  {
    route: 'PUT /api/videos/:id',
    as: 'admin',
    params: { id: '<film>' },
    body: { ...film, description: 'Un vampiro.' },
  },
  {
    route: 'PUT /api/videos/:id',
    as: 'admin',
    params: { id: '<film>' },
    body: { ...film, title: 'Tarde', revision: '<filmRevision>' },
    status: 409,
  },
  {
    route: 'PUT /api/videos/:id',
    as: 'admin',
    params: { id: '<film>' },
    body: { ...film, languages: ['es-ES'], quality: '4K', edition: 'Restaurada', country: 'es' },
  },
  {
    route: 'PUT /api/videos/:id',
    as: 'admin',
    params: { id: '<film>' },
    body: { ...film, languages: ['klingon'] },
    status: 400,
  },
  {
    route: 'PUT /api/videos/:id',
    as: 'admin',
    params: { id: '<film>' },
    body: { ...film, versions: [{ _id: unknownId, quality: 'HD' }] },
    status: 400,
  },
  // What is marked for adults is hidden from lists while the settings say so.
  {
    route: 'PUT /api/admin/settings',
    as: 'admin',
    body: { hideAdults: true },
    differs: ['automatic', 'encoders'],
  },
  { route: 'PUT /api/videos/:id', as: 'admin', params: { id: '<film>' }, body: { ...film, isAdult: true } },
  { route: 'GET /api/videos', as: 'viewer', query: { tipo: 'pelicula' } },
  { route: 'GET /api/videos/public/recently-added' },
  {
    route: 'PUT /api/admin/settings',
    as: 'admin',
    body: { hideAdults: false },
    differs: ['automatic', 'encoders'],
  },
  { route: 'GET /api/videos', as: 'viewer', query: { tipo: 'pelicula' } },
  { route: 'PUT /api/videos/:id', as: 'admin', params: { id: '<film>' }, body: { ...film, isAdult: false } },
  { route: 'GET /api/videos?view=admin', as: 'admin', query: { search: 'nosferatu' } },
  { route: 'GET /api/videos/:id?view=admin', as: 'admin', params: { id: '<series>' } },
  { route: 'GET /api/videos/:id?view=admin', as: 'admin', params: { id: unknownId }, status: 404 },
  { route: 'GET /api/videos', as: 'viewer' },
  { route: 'GET /api/videos', as: 'viewer', query: { tipo: 'serie' } },
  { route: 'GET /api/videos', as: 'viewer', query: { search: 'VAMPIRO' } },
  { route: 'GET /api/videos/genres', as: 'viewer' },
  { route: 'GET /api/videos/main-sections', as: 'viewer' },
  { route: 'GET /api/videos/series-categories', as: 'viewer' },
  { route: 'GET /api/videos/public/recently-added' },
  { route: 'GET /api/videos/public/featured-movies' },
  { route: 'GET /api/videos/public/featured-series' },
  { route: 'GET /api/videos/public/featured-animes' },
  { route: 'GET /api/videos/public/featured-doramas' },
  { route: 'GET /api/videos/public/featured-novelas' },
  { route: 'GET /api/videos/public/featured-documentales' },
  { route: 'GET /api/videos/:id', as: 'viewer', params: { id: '<film>' } },
  { route: 'GET /api/videos/:id', as: 'viewer', params: { id: '<series>' } },
  { route: 'GET /api/videos/:id', as: 'viewer', params: { id: unknownId }, status: 404 },
  { route: 'GET /api/videos/:id/trailer', as: 'viewer', params: { id: '<film>' }, status: 404 },
  { route: 'GET /api/videos/:id/contents', as: 'viewer', params: { id: '<film>' } },
  { route: 'GET /api/videos/:id/contents', as: 'viewer', params: { id: unknownId }, status: 404 },

  // Scripted calls about a person's own data: watch progress, home page, favourites, search, running streams.
  { route: 'GET /api/videos/:id/progress', as: 'viewer', params: { id: '<film>' } },
  {
    route: 'PUT /api/videos/:id/progress',
    as: 'viewer',
    params: { id: '<film>' },
    body: { lastTime: 600, duration: 6_000 },
  },
  {
    route: 'PUT /api/videos/:id/progress',
    as: 'viewer',
    params: { id: '<film>' },
    body: { lastTime: -1 },
    status: 400,
  },
  { route: 'GET /api/videos/:id/progress', as: 'viewer', params: { id: '<film>' } },
  { route: 'GET /api/videos/:id/progress', as: 'viewer', params: { id: unknownId }, status: 404 },
  { route: 'GET /api/videos/user/continue-watching', as: 'viewer' },
  { route: 'GET /api/progress', as: 'viewer' },
  // Without featured titles, the real server chooses the title on top by the day and by its ids.
  { route: 'GET /api/home', as: 'viewer', differs: ['billboard'] },
  { route: 'GET /api/home/live', as: 'viewer' },
  { route: 'DELETE /api/videos/user/continue-watching/:id', as: 'viewer', params: { id: '<film>' } },
  { route: 'PUT /api/favourites/:itemType/:id', as: 'viewer', params: { itemType: 'video', id: '<film>' } },
  {
    route: 'PUT /api/favourites/:itemType/:id',
    as: 'viewer',
    params: { itemType: 'channel', id: '<channel>' },
  },
  {
    route: 'PUT /api/favourites/:itemType/:id',
    as: 'viewer',
    params: { itemType: 'video', id: unknownId },
    status: 404,
  },
  { route: 'GET /api/favourites', as: 'viewer' },
  {
    route: 'DELETE /api/favourites/:itemType/:id',
    as: 'viewer',
    params: { itemType: 'video', id: '<film>' },
  },
  { route: 'GET /api/search', as: 'viewer', query: { q: 'nosferatu' } },
  { route: 'GET /api/search', as: 'viewer', query: { q: 'nosfertau' } },
  { route: 'GET /api/search', as: 'viewer', query: { q: 'farera' } },
  { route: 'GET /api/search', as: 'viewer', query: { q: '' }, status: 400 },
  { route: 'GET /api/search/popular', as: 'viewer' },
  { route: 'GET /api/streams', as: 'viewer', differs: ['maxStreams'] },
  { route: 'DELETE /api/streams/:deviceId', as: 'viewer', params: { deviceId: 'z'.repeat(32) }, status: 404 },

  // Scripted calls, for the real and the fake server, about collections of films and series.
  {
    route: 'POST /api/collections',
    as: 'admin',
    body: { name: 'Sombras', itemsModel: 'Video' },
    keep: { collection: '_id' },
  },
  {
    route: 'POST /api/collections',
    as: 'admin',
    body: { name: 'sombras', itemsModel: 'Video' },
    status: 409,
  },
  {
    route: 'PUT /api/collections/:id/items',
    as: 'admin',
    params: { id: '<collection>' },
    body: { items: ['<film>'] },
  },
  {
    route: 'PUT /api/collections/:id/items',
    as: 'admin',
    params: { id: '<collection>' },
    body: { items: [unknownId] },
    status: 404,
  },
  { route: 'GET /api/collections/additions', as: 'viewer' },
  {
    route: 'PUT /api/collections/:id/items',
    as: 'viewer',
    params: { id: '<collection>' },
    body: { items: ['<film>'] },
  },
  { route: 'GET /api/collections', as: 'viewer' },
  {
    route: 'DELETE /api/admin/collection-additions/:id',
    as: 'admin',
    params: { id: unknownId },
    status: 404,
  },
  {
    route: 'DELETE /api/collections/:id/items/:itemId',
    as: 'admin',
    params: { id: '<collection>', itemId: '<film>' },
  },
  { route: 'DELETE /api/collections/:id', as: 'admin', params: { id: '<collection>' } },
  { route: 'DELETE /api/collections/:id', as: 'admin', params: { id: unknownId }, status: 404 },

  // Scripted calls about the enrichment of titles (information texts, colour theme, recommendations). The fake server
  // simulates a language model's answers, so its texts differ from the real server's.
  {
    route: 'GET /api/enrichment/:itemType/:itemId/info',
    as: 'viewer',
    params: { itemType: 'movie', itemId: '<film>' },
    differs: ['*'],
  },
  {
    route: 'GET /api/enrichment/:itemType/:itemId/theme',
    as: 'viewer',
    params: { itemType: 'movie', itemId: '<film>' },
    differs: ['*'],
  },
  {
    route: 'GET /api/enrichment/:itemType/:itemId/recommendations',
    as: 'viewer',
    params: { itemType: 'movie', itemId: '<film>' },
    differs: ['*'],
  },
  {
    route: 'GET /api/enrichment/:itemType/:itemId/info',
    as: 'viewer',
    params: { itemType: 'movie', itemId: unknownId },
    status: 404,
  },

  // Scripted calls, for the real and the fake server, about imports of M3U lists.
  {
    route: 'POST /api/videos/upload-text',
    as: 'admin',
    file: { name: 'cine.m3u', text: films },
    form: { categoria: 'pelicula', subcategoria: 'CINE_4K' },
  },
  {
    route: 'POST /api/m3u/bulk-upload',
    as: 'admin',
    file: { name: 'cine.m3u', text: films.replace('El faro', 'El puerto').replace('1.mp4', '3.mp4') },
    form: { section: 'movies' },
  },
  {
    route: 'POST /api/admin/imports/preview',
    as: 'admin',
    file: { name: 'otra.m3u', text: films.replace('El faro', 'Otro faro').replace('1.mp4', '2.mp4') },
    form: { kind: 'mixed' },
    keep: { preview: '_id' },
    differs: ofImport,
  },
  {
    route: 'GET /api/admin/imports/:id/rows',
    as: 'admin',
    params: { id: '<preview>' },
    differs: [...ofImport, 'form'],
  },
  {
    route: 'PUT /api/admin/imports/:id/choices',
    as: 'admin',
    params: { id: '<preview>' },
    body: { entries: [{ position: 1, tipo: 'pelicula' }] },
    differs: ofImport,
  },
  {
    route: 'PUT /api/admin/imports/:id/choices',
    as: 'admin',
    params: { id: unknownId },
    body: { currentPassword: adminPassword },
    status: 404,
  },
  {
    route: 'POST /api/admin/imports/:id/publish',
    as: 'admin',
    params: { id: '<preview>' },
    body: {},
    differs: ofImport,
  },
  {
    route: 'POST /api/admin/imports/:id/publish',
    as: 'admin',
    params: { id: '<preview>' },
    body: {},
    status: 409,
  },
  { route: 'POST /api/admin/imports/:id/cancel', as: 'admin', params: { id: '<preview>' }, status: 409 },
  { route: 'GET /api/admin/imports', as: 'admin', differs: ofImport },
  { route: 'GET /api/admin/imports/:id', as: 'admin', params: { id: '<preview>' }, differs: ofImport },
  { route: 'GET /api/admin/imports/:id', as: 'admin', params: { id: unknownId }, status: 404 },
  { route: 'GET /api/admin/imports/:id/rows', as: 'admin', params: { id: '<preview>' }, differs: ofImport },
  {
    route: 'GET /api/admin/imports/:id/report.csv',
    as: 'admin',
    params: { id: '<preview>' },
    differs: ['*'],
  },
  { route: 'GET /api/admin/imports/:id/events', as: 'admin', params: { id: '<preview>' }, differs: ofImport },
  { route: 'POST /api/admin/imports/:id/open', as: 'admin', params: { id: unknownId }, status: 404 },
  {
    route: 'POST /api/admin/imports/:id/open',
    as: 'admin',
    params: { id: '<preview>' },
    differs: ['message', 'changed'],
  },
  {
    route: 'POST /api/admin/imports/:id/close',
    as: 'admin',
    params: { id: '<preview>' },
    differs: ['message', 'changed'],
  },
  { route: 'POST /api/admin/imports/:id/undo', as: 'admin', params: { id: '<preview>' } },
  { route: 'POST /api/admin/imports/:id/open', as: 'admin', params: { id: '<preview>' }, status: 409 },
  { route: 'POST /api/admin/imports/:id/undo', as: 'admin', params: { id: '<preview>' }, status: 409 },
  // The real server adds a failed import to the import history, so this failing upload follows the calls that read the
  // history.
  {
    route: 'POST /api/channels/admin/process-m3u',
    as: 'admin',
    file: { name: 'lista.m3u', text: '<html>' },
    status: 400,
  },

  // Scripted calls about the merge of films into series, dashboard statistics and the audit log.
  { route: 'GET /api/admin/migration/stats', as: 'admin' },
  { route: 'GET /api/admin/migration/chapters', as: 'admin', query: { key: 'name:el faro' }, differs: ['*'] },
  { route: 'GET /api/admin/migration/progress', as: 'admin', differs: ['*'] },
  { route: 'POST /api/admin/migration/execute', as: 'admin', body: {} },
  { route: 'POST /api/admin/migration/undo', as: 'admin', status: 409 },
  { route: 'GET /api/admin/reading', as: 'admin' },
  { route: 'POST /api/admin/reading/undo', as: 'admin', status: 409 },
  { route: 'POST /api/admin/reading/apply', as: 'admin', status: 409 },
  { route: 'POST /api/admin/reading/preview', as: 'admin', differs: ['*'] },
  { route: 'GET /api/admin/stats', as: 'admin', query: { days: '7' }, differs: ['*'] },
  {
    route: 'DELETE /api/admin/streams/:accountId/:deviceId',
    as: 'admin',
    params: { accountId: '<valentina>', deviceId: 'z'.repeat(32) },
    status: 404,
  },
  { route: 'GET /api/admin/audit', as: 'admin', query: { action: 'plan' } },

  // Scripted calls that delete titles, channels and the demo catalogue; they follow the calls that need these items.
  { route: 'DELETE /api/videos/:id', as: 'admin', params: { id: '<film>' } },
  { route: 'DELETE /api/videos/:id', as: 'admin', params: { id: '<film>' }, status: 404 },
  { route: 'DELETE /api/videos/batch', as: 'admin', body: { videoIds: ['<series>', unknownId] } },
  { route: 'DELETE /api/channels/admin/:id', as: 'admin', params: { id: '<channel>' } },
  { route: 'DELETE /api/channels/admin/:id', as: 'admin', params: { id: '<channel>' }, status: 404 },
  { route: 'GET /api/admin/demo', as: 'admin', differs: ['*'] },
  { route: 'DELETE /api/admin/demo', as: 'admin' },

  // Scripted calls about database backups, and calls that end sessions.
  { route: 'GET /api/admin/backups', as: 'admin', differs: ['backups', 'current'] },
  { route: 'POST /api/admin/backups', as: 'admin', body: {}, keep: { backup: 'name' }, differs: ['*'] },
  { route: 'POST /api/admin/backups', as: 'admin', body: {}, status: 400 },
  {
    route: 'POST /api/admin/backups/:name/download',
    as: 'admin',
    params: { name: 'no-hay.bak' },
    body: { password: 'no es esta clave' },
    status: 400,
  },
  {
    route: 'POST /api/admin/backups/upload',
    as: 'admin',
    file: { name: 'ajena.bak', text: 'no es una copia' },
    status: 400,
  },
  {
    route: 'DELETE /api/admin/backups/:name',
    as: 'admin',
    params: { name: 'no-hay.bak' },
    body: { currentPassword: 'no es esta clave' },
    status: 400,
  },
  {
    route: 'DELETE /api/admin/backups/:name',
    as: 'admin',
    params: { name: 'no-hay.bak' },
    body: { currentPassword: adminPassword },
    status: 404,
  },
  { route: 'POST /api/auth/logout', as: 'viewer', body: {} },
  { route: 'GET /api/auth/me', as: 'viewer', status: 401 },
  {
    route: 'POST /api/admin/backups/:name/restore',
    as: 'admin',
    params: { name: 'no-hay.bak' },
    body: { currentPassword: 'no es esta clave' },
    status: 400,
  },
  {
    route: 'POST /api/admin/backups/:name/restore',
    as: 'admin',
    params: { name: 'no-hay.bak' },
    body: { currentPassword: adminPassword },
    status: 404,
  },
];

let kept: readonly [real: Map<string, string>, fake: Map<string, string>];
let origins: readonly [real: string, fake: string];
let ofReal: Answered[];
let ofFake: Answered[];
const started: AsyncDisposable[] = [];
beforeAll(async () => {
  const real = await startTestApp();
  started.push(real);
  await real.app.http.listen({ port: 0, host: '127.0.0.1' });
  const fake = await startFakeServer();
  started.push(fake);
  const { memory } = fake;
  const { role, plan } = (await real.call('GET /api/auth/me', undefined, await real.admin())).body.user;
  memory.accounts.clear();
  memory.accounts.set('jefa', { username: 'jefa', password: adminPassword, role, plan, isActive: true });
  memory.operations.filmMerge = { ...nothingFound };
  const app = 'una aplicación';
  const sha256 = createHash('sha256').update(app).digest('hex');
  memory.operations.downloads = [
    makeFakeDownload('butaca.apk', { sizeBytes: Buffer.byteLength(app), sha256 }),
  ];
  await mkdir(join(real.dataDir, 'descargas'));
  await writeFile(join(real.dataDir, 'descargas', 'butaca.apk'), app);
  Object.assign(memory, { channels: [], videos: [], collections: [], progress: [], favourites: [] });
  const { port } = real.app.http.server.address() as AddressInfo;
  origins = [`http://127.0.0.1:${port}`, fake.origin];
  const sessions = [new Map<string, string>(), new Map<string, string>()] as const;
  [ofReal, ofFake] = await Promise.all([
    askAll(origins[0], scriptedCalls, sessions[0]),
    askAll(origins[1], scriptedCalls, sessions[1]),
  ]);
  kept = sessions;
});
afterAll(async () => {
  for (const server of started) await server[Symbol.asyncDispose]();
});

describe('the fake server of packages/testing and the real one', () => {
  it.each(scriptedCalls.map((call, index) => [call.route, call.status ?? 'success', index] as const))(
    'answer %s alike: %s (call %i)',
    (route, expected, index) => {
      const [real, fake] = [ofReal[index], ofFake[index]];
      expect(real?.status).toBe(expected === 'success' ? endpointByRoute.get(route)?.status : expected);
      expect(fake).toEqual(real);
      expect(real?.fault).toBeUndefined();
    },
  );

  it('name the plan of whoever is signed in, and that of nobody else', () => {
    const plans = (calls: (call: ScriptedCall) => boolean) => [
      ...new Set(
        scriptedCalls.flatMap((call, index) => (calls(call) ? (ofReal[index]?.plan ?? 'none') : [])),
      ),
    ];
    expect(plans(({ as }) => as === undefined)).toEqual(['none']);
    expect(plans(({ as }) => as === 'low')).toEqual(['gplay']);
  });

  it('are compared on every route of the contract', () => {
    const compared = new Set<string>(scriptedCalls.map(({ route }) => route));
    expect([...endpointByRoute.keys()].filter((route) => !compared.has(route))).toEqual([]);
  });

  const guarded = Object.values<Endpoint>(endpoints).flatMap((endpoint): ScriptedCall[] => {
    const route = `${endpoint.method} ${endpoint.path}` as RouteKey;
    const params = Object.fromEntries(
      [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, unknownId] as const),
    );
    const body = endpoint.input.body === undefined ? {} : { body: {} };
    const visitor = { route, params, ...body };
    if (endpoint.access === 'admin') return [visitor, { ...visitor, as: 'low' }];
    return endpoint.access === 'user' ? [visitor] : [];
  });

  it.each(guarded.map((call) => [call.route, call.as ?? 'a visitor', call] as const))(
    'refuse %s alike for %s',
    async (_route, _who, call) => {
      const [real, fake] = await Promise.all([
        ask(origins[0], call, kept[0]),
        ask(origins[1], call, kept[1]),
      ]);
      expect([real.status, real.code]).toEqual(
        call.as === undefined ? [401, 'session.required'] : [403, 'role.forbidden'],
      );
      expect(fake).toEqual(real);
    },
  );
});
