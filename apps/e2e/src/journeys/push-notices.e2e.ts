import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { computer, openPage } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

/** Lets the browser's push service deliver a text to the page's service worker. */
async function createDelivery(
  page: Page,
): Promise<{ cdp: CDPSession; deliver(text: string): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const id = await registrationId;
  const { origin } = new URL(productUrl);
  return {
    cdp,
    async deliver(data) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
    },
  };
}

/** The texts of the notices that the browser shows for the product. */
const listShown = (page: Page): Promise<[title: string, body: string][]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }): [string, string] => [title, body]);
  });

it('the service worker shows a notice unless a visible page has its toast, and a click opens the channel', async () => {
  const page = await openPage({
    ...computer,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), '/mi-lista');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { deliver } = await createDelivery(page);
  const noticeAt = (startMs: number, tag: string) =>
    JSON.stringify({
      kind: 'reminders',
      tag,
      title: `La película ${tag}`,
      place: 'Cénit 24',
      startsAt: new Date(startMs).toISOString(),
      endsAt: new Date(startMs + 5_400_000).toISOString(),
      path: '/watch/channel/cenit-24',
    });

  // The page is visible, and shows a toast of what begins now by itself; the notice of what began an hour ago has none.
  await deliver(noticeAt(Date.now(), 'ahora'));
  await deliver('esto no es un aviso');
  const longAgoMs = Date.now() - 3_600_000;
  await deliver(noticeAt(longAgoMs, 'antes'));
  await page.waitForFunction(
    async () => (await (await navigator.serviceWorker.ready).getNotifications()).length > 0,
    undefined,
    tenTimesASecond,
  );
  // A worker has the time zone of the machine.
  const time = new Date(longAgoMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' });
  expect(await listShown(page)).toEqual([['«La película antes»', `A las ${time} en Cénit 24`]]);

  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent;
    scope.dispatchEvent(new Click('notificationclick', { notification }));
  });
  await page.waitForURL(/#\/watch\/channel\/cenit-24$/);
  expect(await listShown(page)).toEqual([]);
});
