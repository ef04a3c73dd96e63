import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { letControlsStay, openSignedIn, runProduct, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
let touches: CDPSession;
onEachJourney(
  async (fresh) => {
    page = fresh;
    touches = await page.context().newCDPSession(page);
  },
  { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
);

/** Opens a film in full screen on a simulated phone in landscape, and waits until it plays. */
async function openFilm(): Promise<void> {
  const account = await readDemoAccount(dataDir, 'demo-premium');
  await openSignedIn(page, productUrl, account, '/peliculas?seccion=POR_GENERO');
  await page.getByPlaceholder('Buscar películas...').fill('Nosferatu');
  await page.getByRole('link', { name: /^Nosferatu/ }).tap();
  await page.getByRole('heading', { name: 'Nosferatu', level: 1 }).waitFor();
  await watchFor(page, 1);
  // Seeks to five seconds, because an earlier test may have left saved progress at which the film would start.
  await page.evaluate(() => {
    const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
    if (video) video.currentTime = 5;
  });
  await page.waitForFunction(() => {
    const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
    return video && !video.seeking && video.currentTime >= 5 && video.currentTime < 20;
  });
}

const tapIntervalSeconds = 0.08;

/** @param timestamp - when the finger touches, in seconds since 1970 */
async function touchAt(x: number, y: number, timestamp = Date.now() / 1_000): Promise<void> {
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
}
async function letGo(timestamp = Date.now() / 1_000): Promise<void> {
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
}

/** The page coordinates of a position on the video, given as fractions of the video's width and height. */
async function placeOf(across: number, down: number): Promise<readonly [x: number, y: number]> {
  const box = await page.locator('.player').boundingBox();
  if (box === null) throw new Error('no player');
  return [box.x + box.width * across, box.y + box.height * down];
}

/**
 * Taps several times in quick succession. Each touch carries the time at which a finger would have made it, so that the
 * pace of the taps does not depend on how busy the machine is.
 */
async function tapAt([x, y]: readonly [number, number], times: number): Promise<void> {
  const startsAt = Date.now() / 1_000;
  const taps = Array.from({ length: times }, (_, index) => {
    const downAt = startsAt + index * tapIntervalSeconds;
    return [touchAt(x, y, downAt), letGo(downAt + tapIntervalSeconds / 2)];
  });
  await Promise.all(taps.flat());
}

const position = () => page.evaluate(() => document.querySelector('stream-video')?.currentTime ?? 0);
const areControlsShown = () =>
  page.evaluate(() => document.querySelector('media-controller')?.hasAttribute('userinactive') === false);

describe('a viewer with a phone', () => {
  it('shows the controls with a tap, and hides them with another', async () => {
    await openFilm();
    await expect.poll(areControlsShown).toBe(false);
    await letControlsStay(page);
    const place = await placeOf(0.6, 0.25);
    await tapAt(place, 1);
    await expect.poll(areControlsShown).toBe(true);
    await tapAt(place, 1);
    await expect.poll(areControlsShown).toBe(false);
    expect(await page.evaluate(() => document.querySelector('stream-video')?.paused)).toBe(false);
  });

  it('seeks 10 s with two taps and 20 s with three, forward on the right and back on the left', async () => {
    await openFilm();
    // The video is paused, so that its position is changed by the taps alone.
    await page.evaluate(() => document.querySelector('stream-video')?.pause());
    const start = await position();
    // The player may go on from the next buffered frame, a little later than where a seek leads.
    const isAt = async (seconds: number) => Math.abs((await position()) - seconds) < 1;
    await tapAt(await placeOf(0.85, 0.4), 3);
    await untilSaid(page, 'Adelanta 20 s');
    expect(await isAt(start + 20)).toBe(true);
    await tapAt(await placeOf(0.15, 0.4), 2);
    await untilSaid(page, 'Retrocede 10 s');
    expect(await isAt(start + 10)).toBe(true);
    // Two taps in the middle of the video do not seek.
    await tapAt(await placeOf(0.5, 0.4), 2);
    expect(await isAt(start + 10)).toBe(true);
  });

  it('locks the screen, which then ignores taps, and unlocks it with a long press', async () => {
    await openFilm();
    // The video is paused, so that its position is changed by taps alone.
    await page.evaluate(() => document.querySelector('stream-video')?.pause());
    await letControlsStay(page);
    const middle = await placeOf(0.6, 0.3);
    if (!(await areControlsShown())) await tapAt(middle, 1);
    await page.getByRole('button', { name: 'Bloquear pantalla' }).tap();
    const unlock = page.getByRole('button', { name: 'Mantén pulsado para desbloquear' });
    await unlock.waitFor();
    const before = await position();
    await tapAt(await placeOf(0.85, 0.2), 2);
    expect(await position()).toBe(before);
    expect(await page.getByRole('button', { name: 'Bloquear pantalla' }).isVisible()).toBe(false);
    // A short tap on the lock button does not unlock the player's controls.
    const box = await unlock.boundingBox();
    if (box === null) throw new Error('no button');
    const lock = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await tapAt(lock, 1);
    await unlock.waitFor();
    // The tap on the locked player has shown the button; one that is not shown any more cannot be held.
    await Promise.all([tapAt(await placeOf(0.85, 0.2), 1), touchAt(...lock, Date.now() / 1_000 + 0.2)]);
    await unlock.waitFor({ state: 'detached' });
    await letGo();
    await tapAt(await placeOf(0.85, 0.3), 2);
    await untilSaid(page, 'Adelanta 10 s');
  });
});
