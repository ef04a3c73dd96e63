import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import type { FakeServer } from '@butaca/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { driveMedia, type DrivenMedia } from '../../../test/driven-media.ts';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const filmSeconds = 6_000;

/** Makes every video and chapter of the fake server a file, which jsdom's own video element can open. */
function playFiles({ memory }: FakeServer): void {
  for (const video of memory.videos) {
    video.streamKind = 'file';
    for (const { chapters } of video.seasons) for (const chapter of chapters) chapter.streamKind = 'file';
  }
}

async function playSeries(): Promise<{ app: OpenedApp; media: DrivenMedia }> {
  const app = await openApp('/watch/serie/la-casa-de-los-relojes', { as: 'ada', prepare: playFiles });
  const media = await driveMedia(1_425);
  await media.playTo(100);
  return { app, media };
}

async function playFilm(): Promise<{ app: OpenedApp; media: DrivenMedia }> {
  const app = await openApp('/watch/movie/el-faro-de-nuble', { as: 'ada', prepare: playFiles });
  const media = await driveMedia(filmSeconds);
  await media.playTo(100);
  return { app, media };
}

const video = () => {
  const found = document.querySelector('stream-video');
  if (found === null) throw new Error('no video');
  return found;
};
/**
 * Presses keys on the player without pausing between them, because the player's feedback (such as «Adelanta 10 s»)
 * disappears in less than a second.
 */
function press(...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}
const expectStatus = (text: string) =>
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text);

it('the controls come without a new child of the element whose shadow root shows the video', async () => {
  const added: Node[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if (target.nodeName === 'MEDIA-CONTROLLER') added.push(...addedNodes);
  });
  observer.observe(document, { subtree: true, childList: true });
  await playFilm();
  await screen.findByRole('button', { name: 'Bloquear pantalla' });
  observer.disconnect();
  expect(added).toEqual([]);
});

describe('the keys of the player with a film', () => {
  it.each([
    ['l', 110],
    ['j', 90],
    ['{ArrowRight}', 110],
    ['{ArrowLeft}', 90],
    ['lll', 130],
  ])('%s seek from second 100 to %i', async (keys, seconds) => {
    const { app, media } = await playFilm();
    await app.user.keyboard(keys);
    expect(media.positionSeconds()).toBe(seconds);
  });

  it('add up consecutive seeks in the feedback', async () => {
    await playFilm();
    press('l', 'l');
    expectStatus('Adelanta 20 s');
    press('j');
    expectStatus('Retrocede 10 s');
  });

  it('never seek before the beginning or past the end', async () => {
    const { app, media } = await playFilm();
    await media.playTo(4);
    await app.user.keyboard('j');
    expect(media.positionSeconds()).toBe(0);
    await media.playTo(filmSeconds - 2);
    await app.user.keyboard('l');
    expect(media.positionSeconds()).toBe(filmSeconds);
  });

  it('pause and play the film, and turn the sound off and on', async () => {
    const { app } = await playFilm();
    expect(video().paused).toBe(false);
    await app.user.keyboard('k');
    expect(video().paused).toBe(true);
    await app.user.keyboard(' ');
    expect(video().paused).toBe(false);
    press('m');
    expect(video().muted).toBe(true);
    expectStatus('Sin sonido');
    await app.user.keyboard('m');
    expect(video().muted).toBe(false);
  });

  it('do nothing with Control or Alt', async () => {
    const { app, media } = await playFilm();
    await app.user.keyboard('{Control>}l{/Control}{Alt>}j{/Alt}');
    expect(media.positionSeconds()).toBe(100);
  });

  it('change the volume with ↑ and ↓ after the mouse was used', async () => {
    const { app } = await playFilm();
    const region = screen.getByRole('region', { name: 'reproductor de video' });
    region.focus();
    fireEvent.pointerDown(region, { pointerType: 'mouse' });
    press('ArrowDown', 'ArrowDown');
    expectStatus('Volumen 90 %');
    await app.user.keyboard('{ArrowUp}');
    expect(video().volume).toBe(0.95);
  });
});

describe('the keys of the player with a series', () => {
  it('open the next chapter with n, and do nothing while the season list has the focus', async () => {
    const { app } = await playSeries();
    const seasons = await screen.findByRole('combobox', { name: 'Temporada' });
    seasons.focus();
    await app.user.keyboard('m');
    expect(video().muted).toBe(false);
    seasons.blur();
    const playing = () => document.querySelector('[aria-current=true]')?.textContent;
    const first = playing();
    await app.user.keyboard('n');
    await waitFor(() => expect(playing()).not.toBe(first));
  });
});

describe('touch on the player', () => {
  /**
   * The simulated time between pointer down and pointer up is fixed, so that two taps count as a quick double tap on a
   * slow machine too.
   */
  const tapMs = 100;
  let atMs = 0;

  /**
   * Taps the player at a horizontal position `x`; the player gets a fixed size of 900 × 500, because jsdom has no
   * layout.
   */
  function tap(x: number): void {
    const stage = document.querySelector('.player');
    const controller = document.querySelector('media-controller');
    if (stage === null || controller === null) throw new Error('no player');
    stage.getBoundingClientRect = () => new DOMRect(0, 0, 900, 500);
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 7, clientX: x, clientY: 200 };
    for (const say of [createEvent.pointerDown, createEvent.pointerUp]) {
      const event = say(controller, touch);
      Object.defineProperty(event, 'timeStamp', { value: (atMs += tapMs) });
      fireEvent(controller, event);
    }
  }

  it('seeks with two taps on one side, and further with each tap more', async () => {
    const { media } = await playFilm();
    tap(850);
    expect(media.positionSeconds()).toBe(100);
    tap(850);
    expect(media.positionSeconds()).toBe(110);
    tap(850);
    expect(media.positionSeconds()).toBe(120);
    expectStatus('Adelanta 20 s');
  });

  it('does not seek with two taps in the middle', async () => {
    const { media } = await playFilm();
    tap(450);
    tap(450);
    expect(media.positionSeconds()).toBe(100);
  });

  it('is locked by «Bloquear pantalla» until the unlock button is held', async () => {
    const { app } = await playFilm();
    await app.user.click(await screen.findByRole('button', { name: 'Bloquear pantalla' }));
    const unlock = screen.getByRole('button', { name: 'Mantén pulsado para desbloquear' });
    expect(document.activeElement).toBe(unlock);
    await app.user.click(unlock);
    expect(unlock.isConnected).toBe(true);
    fireEvent.pointerDown(unlock);
    await waitFor(() => expect(unlock.isConnected).toBe(false));
  });

  it('is unlocked by Enter on the unlock button too', async () => {
    const { app } = await playFilm();
    await app.user.click(await screen.findByRole('button', { name: 'Bloquear pantalla' }));
    await app.user.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: 'Mantén pulsado para desbloquear' })).toBeNull();
    expect(document.activeElement?.localName).toBe('media-controller');
  });
});

describe('the media session of the operating system', () => {
  interface Session {
    metadata: { title: string; artist: string; artwork: { src: string }[] } | null;
    playbackState: string;
    position: MediaPositionState | undefined;
    readonly handlers: Map<MediaSessionAction, MediaSessionActionHandler>;
  }

  /** Installs a fake of the browser's media session (`navigator.mediaSession`), which jsdom lacks. */
  function giveMediaSession(): Session {
    const session: Session = {
      metadata: null,
      playbackState: 'none',
      position: undefined,
      handlers: new Map(),
    };
    const given = Object.assign(session, {
      setPositionState: (state?: MediaPositionState) => {
        session.position = state;
      },
      setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
        if (handler === null) session.handlers.delete(action);
        else session.handlers.set(action, handler);
      },
    });
    Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: given });
    Object.assign(globalThis, {
      MediaMetadata: function MediaMetadata(this: object, init: object) {
        Object.assign(this, init);
      },
    });
    // The fake media session is removed only after the page is unmounted, because unmounting removes the page's
    // handlers from it.
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'mediaSession');
      Reflect.deleteProperty(globalThis, 'MediaMetadata');
    });
    return session;
  }

  const actions = (session: Session) => [...session.handlers.keys()].toSorted();

  it('has a film’s title, image and position, and its keys seek', async () => {
    const session = giveMediaSession();
    const { media } = await playFilm();
    expect(session.metadata).toMatchObject({ title: 'El faro de Ñuble' });
    expect(session.metadata?.artwork[0]?.src).toMatch(/^http.*\/api\/images\//);
    expect(session.playbackState).toBe('playing');
    expect(actions(session)).toEqual(['pause', 'play', 'seekbackward', 'seekforward', 'seekto', 'stop']);
    await media.playTo(200);
    expect(session.position).toEqual({ duration: filmSeconds, playbackRate: 1, position: 200 });
    session.handlers.get('seekto')?.({ action: 'seekto', seekTime: 300 });
    expect(media.positionSeconds()).toBe(300);
    session.handlers.get('seekbackward')?.({ action: 'seekbackward' });
    expect(media.positionSeconds()).toBe(290);
  });

  it('has a key for the next chapter of a series', async () => {
    const session = giveMediaSession();
    await playSeries();
    await waitFor(() => expect(actions(session)).toContain('nexttrack'));
    expect(actions(session)).not.toContain('previoustrack');
  });

  it('has no position and no seek keys with a channel, and its next key opens the next channel', async () => {
    const session = giveMediaSession();
    const app = await openApp('/watch/channel/cenit-24', { as: 'valentina' });
    await waitFor(() =>
      expect(actions(session)).toEqual(['nexttrack', 'pause', 'play', 'previoustrack', 'stop']),
    );
    expect(session.position).toBeUndefined();
    session.handlers.get('nexttrack')?.({ action: 'nexttrack' });
    await screen.findByRole('heading', { name: 'Faro Noticias', level: 1 });
    expect(app.path()).toBe('/watch/channel/faro-noticias');
    await waitFor(() =>
      expect(session.metadata).toMatchObject({ title: 'Faro Noticias', artist: 'Noticias' }),
    );
  });

  it('is cleared when the person leaves the watch page', async () => {
    const session = giveMediaSession();
    const { app } = await playFilm();
    await app.go('/');
    await waitFor(() => expect(session.metadata).toBeNull());
    expect(session.playbackState).toBe('none');
    expect(actions(session)).toEqual([]);
  });
});

describe('the wake lock of the watch page', () => {
  it('is held while a film plays, released on pause, and held again after the page was hidden', async () => {
    const locks: { isReleased: boolean }[] = [];
    const wakeLock = {
      request: async () => {
        const lock = { isReleased: false };
        locks.push(lock);
        return { release: async () => void (lock.isReleased = true) };
      },
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
    const held = () => locks.filter(({ isReleased }) => !isReleased).length;
    const { media } = await playFilm();
    await waitFor(() => expect(held()).toBe(1));
    await media.pause();
    await waitFor(() => expect(held()).toBe(0));
    await media.resume();
    await waitFor(() => expect(held()).toBe(1));
    // The browser releases a screen wake lock while the page is hidden, so the page requests it again when it becomes
    // visible.
    for (const lock of locks) lock.isReleased = true;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(held()).toBe(1));
  });
});
