import { onTestFinished, vi } from 'vitest';

/** A browser with a push service, as pages see it. */
export interface FakePushBrowser {
  permission: NotificationPermission;
  /** What the person answers when the browser asks. */
  answer: NotificationPermission;
  /** The present subscription; its key is that with which the page has subscribed. */
  subscription: { endpoint: string; key: ArrayBuffer } | undefined;
  /** Whether the service worker cannot be installed; no worker is ready then. */
  isWorkerBroken: boolean;
  /** Sends the page a message of the service worker. */
  send(message: object): void;
}

/** Lets the browser of the test have a service worker and a push service until the test has finished. */
export function installPush(
  given: Partial<Pick<FakePushBrowser, 'permission' | 'answer' | 'subscription' | 'isWorkerBroken'>> = {},
) {
  const messages = new EventTarget();
  let made = 0;
  const browser: FakePushBrowser = {
    permission: 'default',
    answer: 'granted',
    subscription: undefined,
    isWorkerBroken: false,
    send: (data) => void messages.dispatchEvent(new MessageEvent('message', { data })),
    ...given,
  };
  const toSubscription = (known: FakePushBrowser['subscription']) =>
    known && {
      endpoint: known.endpoint,
      options: { applicationServerKey: known.key },
      toJSON: () => ({
        endpoint: known.endpoint,
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      }),
      unsubscribe: async () => {
        browser.subscription = undefined;
        return true;
      },
    };
  const registration = {
    pushManager: {
      getSubscription: async () => toSubscription(browser.subscription) ?? null,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
        made += 1;
        browser.subscription = {
          endpoint: `https://push.example/${made}`,
          key: applicationServerKey.buffer,
        };
        return toSubscription(browser.subscription);
      },
    },
  };
  const worker = Object.assign(messages, {
    async register() {
      if (!browser.isWorkerBroken) return registration;
      const installing = Object.assign(new EventTarget(), { state: 'installing' });
      setTimeout(() => {
        installing.state = 'redundant';
        installing.dispatchEvent(new Event('statechange'));
      });
      return { ...registration, installing };
    },
    getRegistration: async () => registration,
    ready: new Promise((resolve) => {
      if (!browser.isWorkerBroken) resolve(registration);
    }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    async requestPermission() {
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.unstubAllGlobals();
  });
  return browser;
}
