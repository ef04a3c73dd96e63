import { formatSamples } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { watchFor } from '../product.ts';
import { startSampleProduct, type SampleProduct } from '../format-samples/sample-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

let product: SampleProduct;
let session: Record<string, string>;
beforeAll(async () => {
  product = await startSampleProduct({ prepare: (dataDir) => copyUsedDataFolder('bare', dataDir) });
  session = await product.registerViewer();
});
afterAll(() => product[Symbol.asyncDispose]());

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

async function watch(path: string): Promise<void> {
  const item = formatSamples.find((candidate) => candidate.path === path);
  if (item === undefined) throw new Error(`there is no sample ${path}`);
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, session);
  await page.goto(`${product.url}/#${product.watchPath(item)}`);
  await page.getByRole('heading', { name: item.name, level: 1 }).waitFor();
  await watchFor(page, 1);
}

/**
 * Opens one of the player's menus with the keys of a remote control: ↓ to the player's controls, → along them, Enter.
 *
 * @returns the names of the menu's items
 */
async function openMenu(kind: 'audio-track' | 'captions' | 'playback-rate' | 'rendition'): Promise<string[]> {
  const isOn = (selector: string) =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  const button = `media-${kind}-menu-button`;
  await page.locator(button).waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement>('media-controller')?.focus());
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 14 && !(await isOn(button)); step += 1) await page.keyboard.press('ArrowRight');
  expect(await isOn(button)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (tag) => document.querySelector(tag)?.shadowRoot?.activeElement?.matches('[part~=menu-item]'),
    `media-${kind}-menu`,
    tenTimesASecond,
  );
  return page.locator(`media-${kind}-menu [part~=menu-item]`).allInnerTexts();
}

/** Chooses an item of the player's open menu with the arrow keys. */
async function choose(kind: string, name: string): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    const at = await page.evaluate(
      (tag) => document.querySelector(tag)?.shadowRoot?.activeElement?.textContent?.trim(),
      `media-${kind}-menu`,
    );
    if (at === name) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** The chosen audio track, subtitles and speed, read from the video element. */
const settings = () =>
  page.evaluate(() => {
    const media = document.querySelector('stream-video')!;
    const text = [...media.textTracks].find(({ mode }) => mode === 'showing');
    return {
      sound: [...media.audioTracks].find(({ enabled }) => enabled)?.label,
      text: text?.language,
      cues: [...(text?.cues ?? [])].map((cue) => (cue as VTTCue).text),
      rate: media.playbackRate,
    };
  });
const settled = (wanted: Partial<Awaited<ReturnType<typeof settings>>>) =>
  expect.poll(settings).toMatchObject(wanted);

describe('the menus of the player', () => {
  it('name languages, and the choice applies to the next title', async () => {
    await watch('languages/master.m3u8');
    expect(await openMenu('audio-track')).toEqual(['Español (Latinoamérica)', 'Español (España)']);
    await expectAccessible(page);
    await choose('audio-track', 'Español (España)');
    await settled({ sound: 'Español (España)', text: undefined });

    expect(await openMenu('captions')).toEqual(['Desactivados', 'Español', 'Cargar subtítulos…']);
    await choose('captions', 'Español');
    await settled({ text: 'es' });
    await expect.poll(async () => (await settings()).cues[0]).toContain('Frase');

    expect(await openMenu('playback-rate')).toEqual([
      '0,5×',
      '0,75×',
      'Normal',
      '1,25×',
      '1,5×',
      '1,75×',
      '2×',
    ]);
    await choose('playback-rate', '1,5×');
    await settled({ rate: 1.5 });

    // Plays a file that the server converts: another library (engine) plays it, which tags the languages of its tracks
    // differently, and the chosen language is still found.
    await watch('film.mkv');
    await settled({ sound: 'Español (España)', rate: 1.5 });
    await expect.poll(async () => (await settings()).cues[0]).toContain('Frase');
  });

  it('offer the heights of a stream, and show the one that is chosen automatically', async () => {
    await watch('hls/master.m3u8');
    const items = await openMenu('rendition');
    expect(items.slice(0, 2)).toEqual(['360p', '180p']);
    expect(items[2]).toMatch(/^Automática \((?:360|180)p\)$/);
    await choose('rendition', '180p');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('stream-video')?.videoHeight))
      .toBe(180);
  });

  it('are shown only when there is a choice', async () => {
    await watch('film.mp4');
    for (const kind of ['audio-track', 'rendition']) {
      expect(await page.locator(`media-${kind}-menu-button`).isVisible()).toBe(false);
    }
    // No television is in reach; the button for picture-in-picture is shown.
    expect(await page.getByRole('button', { name: 'Ver en el televisor' }).count()).toBe(0);
    expect(await page.locator('media-pip-button').isVisible()).toBe(true);
    await watch('live/index.m3u8');
    for (const kind of ['audio-track', 'captions', 'playback-rate']) {
      expect(await page.locator(`media-${kind}-menu-button`).isVisible()).toBe(false);
    }
  });

  it('have no English text', async () => {
    await watch('languages/master.m3u8');
    const labels = await page.evaluate(() =>
      [...document.querySelectorAll('media-controller *')]
        .flatMap((element) => [element, ...(element.shadowRoot?.querySelectorAll('[aria-label]') ?? [])])
        .map((element) => element.getAttribute('aria-label') ?? '')
        .filter((label) =>
          /\b(?:back|menu to|previous|captions|quality|playback|seek|play|mute)\b/i.test(label),
        ),
    );
    expect(labels).toEqual([]);
  });
});

describe('a subtitle file that the person opens', () => {
  const srt = '1\r\n00:00:00,000 --> 00:00:29,000\r\n<font color=red>Mañana</font>, ¿vendrás?\r\n';

  async function load(name: string, buffer: Buffer): Promise<void> {
    expect(await openMenu('captions')).toContain('Cargar subtítulos…');
    const choosing = page.waitForEvent('filechooser');
    await choose('captions', 'Cargar subtítulos…');
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  it.each([
    ['DASH', 'dash/film.mpd', []],
    ['HLS with subtitles of its own', 'languages/master.m3u8', ['Español']],
  ])('is shown over %s, and is in the menu by its name', async (_what, path, own) => {
    await watch(path);
    await load('peli.srt', Buffer.from(srt, 'latin1'));
    await settled({ cues: ['Mañana, ¿vendrás?'] });
    const items = ['Desactivados', ...own, 'peli.srt', 'Cargar subtítulos…'];
    expect(await openMenu('captions')).toEqual(items);
    await choose('captions', 'Desactivados');
    await settled({ text: undefined });
  });

  it('is refused with a message when it is invalid, and playback continues', async () => {
    await watch('film.mp4');
    await load('lista.srt', Buffer.from('#EXTM3U\n#EXTINF:-1,Uno\nhttp://a.example/1.ts\n'));
    await page.getByRole('alert').getByText('Ese archivo no contiene subtítulos.').waitFor();
    await watchFor(page, 2);
  });
});
