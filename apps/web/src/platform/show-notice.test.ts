import { expect, it, onTestFinished, vi } from 'vitest';
import { openNotice, renewSubscription, showNotice, type NoticeScope } from './show-notice.ts';

const startMs = Date.parse('2026-11-30T20:00:00Z');
const notice = {
  kind: 'reminders',
  tag: 'r1',
  title: 'La película',
  place: 'Uno',
  startsAt: '2026-11-30T20:00:00Z',
  endsAt: '2026-11-30T21:30:00Z',
  path: '/watch/channel/uno',
};

function makeScope(
  pages: { visibilityState: DocumentVisibilityState; url?: string }[] = [],
  endpoint = 'https://push.example/1',
) {
  const shown: [string, NotificationOptions?][] = [];
  const opened: string[] = [];
  const told: object[] = [];
  const subscribe = vi.fn<PushManager['subscribe']>();
  const scope = {
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          url: 'https://butaca.example/#/mi-lista',
          ...page,
          focus: async () => void told.push({ focused: page.visibilityState }),
          postMessage: (message: object) => void told.push(message),
        })),
      openWindow: async (address: string) => void opened.push(address),
    },
    registration: {
      showNotification: async (...given: [string, NotificationOptions?]) => void shown.push(given),
      pushManager: {
        subscribe,
        getSubscription: async () => ({ endpoint }),
      } as unknown as PushManager,
    },
  } satisfies NoticeScope;
  return { scope, shown, opened, told, subscribe };
}

it('a notice names the programme, its channel and its time in the zone of the device', async () => {
  const { scope, shown } = makeScope([{ visibilityState: 'hidden' }]);
  await showNotice(scope, JSON.stringify(notice), startMs - 60_000);
  const time = new Date(startMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' });
  expect(shown).toEqual([
    [
      '«La película»',
      expect.objectContaining({
        body: `A las ${time} en Uno`,
        tag: 'r1',
        data: { path: '/watch/channel/uno' },
      }),
    ],
  ]);
});

it.each([
  ['a minute before', -60_000, 0],
  ['four minutes after', 4 * 60_000, 0],
  ['ten minutes after', 10 * 60_000, 1],
])('a visible page has the toast %s the start, and no notice besides', async (_name, ms, count) => {
  const { scope, shown } = makeScope([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
  await showNotice(scope, JSON.stringify(notice), startMs + ms);
  expect(shown).toHaveLength(count);
});

it('a browser of Apple, which revokes subscriptions without notices, shows one beside the toast', async () => {
  const visible = { visibilityState: 'visible' } as const;
  const { scope, shown } = makeScope([visible], 'https://web.push.apple.com/QGh');
  await showNotice(scope, JSON.stringify(notice), startMs);
  expect(shown).toHaveLength(1);
  const other = makeScope([visible], 'https://notpush.apple.com.example/');
  await showNotice(other.scope, JSON.stringify(notice), startMs);
  expect(other.shown).toEqual([]);
});

it('a visible tab with something else of the server is no page that has a toast, or that opens a programme', async () => {
  const { scope, shown, opened, told } = makeScope([
    { visibilityState: 'visible', url: 'https://butaca.example/api/docs' },
  ]);
  await showNotice(scope, JSON.stringify(notice), startMs);
  expect(shown).toHaveLength(1);
  await openNotice(scope, { path: notice.path });
  expect([opened, told]).toEqual([['/#/watch/channel/uno'], []]);
});

it.each(['', 'null', '{}', '[1]', JSON.stringify({ ...notice, path: 1 })])(
  '%s is no notice',
  async (text) => {
    const { scope, shown } = makeScope();
    await showNotice(scope, text, startMs);
    expect(shown).toEqual([]);
  },
);

it('a click opens the programme in the page that is visible, else in another one, else in a new one', async () => {
  const data = { path: notice.path };
  const both = makeScope([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
  await openNotice(both.scope, data);
  expect(both.told).toEqual([{ open: '/watch/channel/uno' }, { focused: 'visible' }]);
  const hidden = makeScope([{ visibilityState: 'hidden' }]);
  await openNotice(hidden.scope, data);
  expect(hidden.told).toEqual([{ open: '/watch/channel/uno' }, { focused: 'hidden' }]);
  const none = makeScope();
  await openNotice(none.scope, data);
  await openNotice(none.scope, { path: 'https://otra.example' });
  await openNotice(none.scope, undefined);
  expect(none.opened).toEqual(['/#/watch/channel/uno']);
});

it('a subscription that the browser has replaced is given to the server with the former one’s secrets', async () => {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    calls.push([address, JSON.parse(body)]);
    return new Response('{}');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const make = (endpoint: string, keys: Record<string, string>) =>
    ({ endpoint, options: {}, toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription;
  const { scope, subscribe } = makeScope();
  const next = make('https://push.example/2', { p256dh: 'p', auth: 'b' });
  subscribe.mockResolvedValue(next);
  await renewSubscription(scope, make('https://push.example/1', { p256dh: 'o', auth: 'a' }), null);
  expect(calls).toEqual([
    [
      '/api/push/renewals',
      {
        previous: { endpoint: 'https://push.example/1', auth: 'a' },
        subscription: { endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'b' } },
      },
    ],
  ]);
  await renewSubscription(scope, null, next);
  expect(calls).toHaveLength(1);
});
