import type { ScriptedCall } from './fake-server-calls.ts';

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const subscription = { endpoint: 'https://push.example/uno', keys };
const next = { endpoint: 'https://push.example/otro', keys };
const previous = { endpoint: subscription.endpoint, auth: keys.auth };

/** Scripted calls about notices for closed pages. */
export const pushCalls: readonly ScriptedCall[] = [
  { route: 'GET /api/push', status: 401 },
  { route: 'GET /api/push', as: 'viewer', differs: ['publicKey'] },
  {
    route: 'PUT /api/push',
    as: 'viewer',
    body: { subscription, kinds: ['reminders'] },
    differs: ['publicKey'],
  },
  { route: 'PUT /api/push', as: 'viewer', body: { subscription, kinds: [] }, status: 400 },
  { route: 'PUT /api/push', body: { subscription, kinds: ['reminders'] }, status: 401 },
  { route: 'GET /api/push', as: 'viewer', differs: ['publicKey'] },
  { route: 'POST /api/push/renewals', body: { previous, subscription: next } },
  { route: 'POST /api/push/renewals', body: { previous, subscription: next }, status: 404 },
  { route: 'DELETE /api/push', as: 'viewer' },
  { route: 'DELETE /api/push', status: 401 },
];
