import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { runProduct, signIn, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();
const section = 'Recorrido';
const device = 'DispositivoDeZapeo00000000000000';

interface Channel {
  _id: string;
  name: string;
  section: string;
  number: number;
}

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/**
 * The demo's channels that these tests move to a section of their own, as they were before the tests, so that they can
 * be moved back afterwards.
 */
const moved: Channel[] = [];
let lineup: Channel[] = [];

const call = productCaller(productUrl, device);

async function readChannels(token: string, query = ''): Promise<Channel[]> {
  return (await call<{ channels: Channel[] }>('GET', `/api/channels/list${query}`, undefined, token))
    .channels;
}

async function moveChannel(token: string, { _id }: Channel, to: string): Promise<void> {
  await call('PUT', `/api/channels/admin/${_id}`, { section: to }, token);
}

async function signInAsAdmin(): Promise<string> {
  const account = await readDemoAccount(dataDir, 'demo-admin');
  return (await openSession(productUrl, account, device)).token;
}

beforeAll(async () => {
  const token = await signInAsAdmin();
  const names = ['Brújula', 'Quetzal', 'Órbita', 'Retrovisor'];
  moved.push(...(await readChannels(token)).filter(({ name }) => names.includes(name)));
  for (const channel of moved) await moveChannel(token, channel, section);
  lineup = await readChannels(token, `?section=${section}`);
});
afterAll(async () => {
  const token = await signInAsAdmin();
  for (const channel of moved) await moveChannel(token, channel, channel.section);
});

/** A channel of the section by its place there, from 1. */
const channel = (place: number): Channel => {
  const found = lineup[place - 1];
  if (found === undefined) throw new Error(`no channel ${place}`);
  return found;
};
/** The codes of keys that are no digits. */
const keyCodes: Readonly<Record<string, number>> = { PageUp: 33, Enter: 13 };

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/**
 * Presses keys, every tenth of a second by the times that the events have. A busy machine delivers them later than those times
 * say, and one directly after the other.
 */
async function pressQuickly(...keys: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startSeconds = Date.now() / 1_000 - keys.length / 10;
  await Promise.all(
    keys.map(async (key, index) => {
      const timestamp = startSeconds + index / 10;
      const event = { key, windowsVirtualKeyCode: keyCodes[key] ?? key.codePointAt(0) ?? 0 };
      await session.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown', timestamp });
      await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp', timestamp });
    }),
  );
  await session.detach();
}

const title = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor({ state: 'attached' });
const focusOn = (selector: string) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.matches(wanted) === true,
    selector,
    tenTimesASecond,
  );
const isFullscreen = () => page.evaluate(() => document.fullscreenElement?.matches('.player') === true);

/**
 * Reads the `src` of the player's video element: the `blob:` URL that the playing library (hls.js, say) has set, which
 * changes with the channel.
 */
const readShown = () =>
  page.evaluate(() => document.querySelector('stream-video')?.shadowRoot?.querySelector('video')?.src ?? '');
let shown: string;

async function openChannel(number: number): Promise<void> {
  await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  await page.goto(`${productUrl}/#/watch/channel/${channel(number)._id}`);
  await title(channel(number).name);
  // The other channels of the section, to which the keys lead, are loaded beside the video.
  await page
    .locator('.zap__item')
    .nth(lineup.length - 1)
    .waitFor();
  await watchFor(page, 1);
  shown = await readShown();
}

/** Waits until the channel with the given number is shown and its video plays. */
async function zapTo(number: number): Promise<void> {
  const { name } = channel(number);
  await title(name);
  await expect.poll(readShown, { timeout: 45_000 }).not.toBe(shown);
  await expect.poll(readShown).not.toBe('');
  await watchFor(page, 1);
  shown = await readShown();
  expect(await page.title()).toBe(`${name} · Butaca`);
}

/**
 * The timeout of each test of zapping (changing channels) is long, because every channel that the test switches to has
 * to load, possibly on a busy machine.
 */
const journeyTimeoutMs = 240_000;

describe('a viewer with a remote control, in full screen', () => {
  it(
    'zaps by number, to the previous channel and by the list, staying in full screen with one stream',
    async () => {
      const addresses = new Set<string>();
      page.on('request', (request) => {
        if (request.url().includes('/api/stream/')) addresses.add(request.url());
      });
      await openChannel(1);
      await press('f');
      await page.waitForFunction(() => document.fullscreenElement !== null);

      const before = new Set(addresses);
      // A typed number opens its channel by itself soon after the last digit, and Enter would then pause the channel.
      await pressQuickly(...Array.from(String(channel(3).number)), 'Enter');
      await untilSaid(page, channel(3).name);
      await zapTo(3);
      expect(await isFullscreen()).toBe(true);
      // After the change of channel, the segments of the previous channel are no longer requested, and there is only
      // one video.
      const after: string[] = [];
      page.on('request', (request) => after.push(request.url()));
      await watchFor(page, 4);
      expect(after.filter((address) => before.has(address))).toEqual([]);
      await expect.poll(() => after.some((address) => address.includes('/api/stream/'))).toBe(true);
      expect(await page.locator('stream-video').count()).toBe(1);

      await press('0');
      await zapTo(1);
      await press('PageUp');
      await zapTo(2);

      // The focus stays inside the full-screen player: ↓ moves it from the video to the controls, ↑ back to the video.
      await focusOn('media-controller');
      await press('ArrowDown');
      await focusOn('.player__bar media-play-button');
      await press('ArrowUp');
      await focusOn('media-controller');
      await press('ArrowUp');
      const list = page.getByRole('region', { name: `Canales de ${section}` });
      await list.waitFor();
      await focusOn('.zaplist [aria-current=true]');
      await expectAccessible(page);
      await press('ArrowDown', 'ArrowDown', 'Enter');
      await zapTo(4);
      await list.waitFor({ state: 'detached' });
      await focusOn('media-controller');

      await press('l');
      await list.waitFor();
      await press('Escape');
      await list.waitFor({ state: 'detached' });
      expect(await isFullscreen()).toBe(true);
      await pressQuickly('8', '7', '8', '7', 'Enter');
      await untilSaid(page, 'No hay ningún canal con el número 8787.');
      await press('?');
      const help = page.getByRole('region', { name: 'Teclas del reproductor' });
      await help.waitFor();
      await expectAccessible(page);
      await press('Escape');
      await help.waitFor({ state: 'detached' });
      await press('Escape');
      await page.waitForFunction(() => document.fullscreenElement === null);
      await title(channel(4).name);
    },
    journeyTimeoutMs,
  );

  it('requests the channels where quick steps begin and end, and none in between', async () => {
    await openChannel(1);
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, id] = /\/api\/channels\/id\/([^?]+)/.exec(request.url()) ?? [];
      if (id !== undefined) asked.push(id);
    });
    // Three presses of the PageUp key (next channel), as by an impatient person: the first opens its channel at once, and
    // of those that follow only the last one does.
    await pressQuickly('PageUp', 'PageUp', 'PageUp');
    await zapTo(4);
    expect(asked).toEqual([channel(2)._id, channel(4)._id]);
  });
});

describe('a viewer with a mouse', () => {
  it('changes the volume with ↑ and ↓ on the video', async () => {
    await openChannel(1);
    const box = await page.locator('.player').boundingBox();
    if (box === null) throw new Error('no player');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
    await page.mouse.move(box.x + box.width / 2 + 30, box.y + box.height / 3);
    await focusOn('media-controller');
    for (const [key, said] of [
      ['ArrowDown', 'Volumen 95 %'],
      ['ArrowDown', 'Volumen 90 %'],
      ['ArrowUp', 'Volumen 95 %'],
      ['m', 'Sin sonido'],
    ] as const) {
      await press(key);
      await untilSaid(page, said);
    }
  });
});
