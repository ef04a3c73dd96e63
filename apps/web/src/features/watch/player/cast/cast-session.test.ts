import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CastFailure, openTelevisionList, watchTelevisions, type CastSession } from './cast-session.ts';

/** The browser’s object for a television, which this environment lacks; `refusal` is what its dialog ends with. */
class FakeRemote extends EventTarget {
  state: RemotePlaybackState = 'disconnected';
  refusal: string | undefined;
  tell: ((isInReach: boolean) => void) | undefined;
  watchAvailability(tell: (isInReach: boolean) => void): Promise<number> {
    this.tell = tell;
    if (this.refusal !== undefined) return Promise.reject(new DOMException('', this.refusal));
    return Promise.resolve(1);
  }
  async prompt(): Promise<void> {
    if (this.refusal !== undefined) throw new DOMException('', this.refusal);
    this.state = 'connected';
  }
}

let remote: FakeRemote;
/** What the element tells once it knows whether it can play the stream. */
let loaded: 'loadedmetadata' | 'error';
let media: HTMLVideoElement | undefined;
const create = document.createElement.bind(document);
beforeEach(() => {
  remote = new FakeRemote();
  loaded = 'loadedmetadata';
  media = undefined;
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    configurable: true,
    get: () => remote,
  });
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    if (element instanceof HTMLVideoElement) {
      media = element;
      // jsdom loads no media.
      queueMicrotask(() => element.preload === 'metadata' && element.dispatchEvent(new Event(loaded)));
    }
    return element;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'remote');
});

const film = { src: '/api/stream/x/index.m3u8', kind: 'hls' } as const;
const noEnd = () => undefined;

/** Opens the list of televisions. @returns the session, if the person has chosen a television */
async function beginCast(
  stream: Parameters<typeof openTelevisionList>[0],
  startSeconds: number | undefined,
  onEnd: (seconds: number) => void,
): Promise<CastSession | undefined> {
  const begun: CastSession[] = [];
  await openTelevisionList(stream, startSeconds, { onBegin: (session) => begun.push(session), onEnd });
  return begun[0];
}

describe('sending a stream to a television', () => {
  it('gives its address to the television that the person chooses, and begins where the page was', async () => {
    const session = await beginCast(film, 90, noEnd);
    expect(media?.src).toBe(new URL(film.src, location.href).href);
    expect(media?.currentTime).toBe(90);
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce();
    session?.seekBy(-100);
    expect(media?.currentTime).toBe(0);
  });

  it.each(['disconnect', 'ended', 'error'])(
    'tells the position once when the television stops: %s',
    async (event) => {
      const onEnd = vi.fn<(seconds: number) => void>();
      const session = await beginCast(film, undefined, onEnd);
      if (media !== undefined) media.currentTime = 300;
      (event === 'disconnect' ? remote : media)?.dispatchEvent(new Event(event));
      session?.stop();
      expect(onEnd).toHaveBeenCalledExactlyOnceWith(300);
      expect(media?.hasAttribute('src')).toBe(false);
    },
  );

  it.each(['loadedmetadata', 'error'] as const)(
    'opens the list of televisions when the browser knows what they would play: %s',
    async (event) => {
      loaded = event;
      const order: string[] = [];
      vi.spyOn(remote, 'prompt').mockImplementation(async () => {
        order.push('prompt');
        throw new DOMException('', 'NotAllowedError');
      });
      const begun = beginCast(film, 0, noEnd);
      media?.addEventListener(event, () => order.push(event));
      await begun;
      expect(order).toEqual([event, 'prompt']);
    },
  );

  it('is nothing when the person closes the list of televisions', async () => {
    remote.refusal = 'NotAllowedError';
    expect(await beginCast(film, 0, noEnd)).toBeUndefined();
    expect(media?.hasAttribute('src')).toBe(false);
  });

  it.each([
    ['NotFoundError', /^No se encontró ningún televisor/],
    ['NotSupportedError', /^Este contenido no se puede enviar/],
  ])('says why there is no television: %s', async (refusal, sentence) => {
    remote.refusal = refusal;
    await expect(beginCast(film, 0, noEnd)).rejects.toThrow(sentence);
  });

  it.each([undefined, { src: '/api/stream/x/stream.ts', kind: 'ts' } as const])(
    'asks for no television where there is nothing that one could play: %o',
    async (stream) => {
      await expect(beginCast(stream, 0, noEnd)).rejects.toThrow(CastFailure);
      expect(media).toBeUndefined();
    },
  );
});

describe('sending a stream by AirPlay', () => {
  let isWireless = false;
  const showPicker = vi.fn();
  const change = (to: boolean): void => {
    isWireless = to;
    media?.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
  };
  beforeEach(() => {
    isWireless = false;
    showPicker.mockClear();
    Object.defineProperties(HTMLVideoElement.prototype, {
      webkitShowPlaybackTargetPicker: { configurable: true, value: showPicker },
      webkitCurrentPlaybackTargetIsWireless: { configurable: true, get: () => isWireless },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitShowPlaybackTargetPicker');
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitCurrentPlaybackTargetIsWireless');
  });

  it('does not wait for the list, begins when a television is chosen, and ends when it is left', async () => {
    const onBegin = vi.fn<(session: CastSession) => void>();
    const onEnd = vi.fn<(seconds: number) => void>();
    const giveUp = await openTelevisionList(film, 40, { onBegin, onEnd });
    expect([showPicker.mock.calls.length, onBegin.mock.calls.length]).toEqual([1, 0]);
    change(true);
    expect(onBegin).toHaveBeenCalledOnce();
    giveUp();
    expect([media?.hasAttribute('src'), onEnd.mock.calls.length]).toEqual([true, 0]);
    if (media !== undefined) media.currentTime = 70;
    change(false);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(70);
  });

  it('begins nothing once the choice was given up', async () => {
    const onBegin = vi.fn<(session: CastSession) => void>();
    const giveUp = await openTelevisionList(film, 40, { onBegin, onEnd: noEnd });
    giveUp();
    expect(media?.hasAttribute('src')).toBe(false);
    change(true);
    expect(onBegin).not.toHaveBeenCalled();
  });
});

describe('the watch for televisions', () => {
  it('tells whether one is in reach, and nothing more once it has ended', () => {
    const told: boolean[] = [];
    const stop = watchTelevisions((isInReach) => told.push(isInReach));
    // Browsers look for televisions only for media whose metadata they have.
    expect([media?.preload, new URL(media?.src ?? '').pathname]).toEqual(['metadata', '/prueba/faro.mp4']);
    remote.tell?.(false);
    remote.tell?.(true);
    stop();
    remote.tell?.(false);
    expect(told).toEqual([false, true]);
  });

  it('takes one to be in reach where the browser does not look before somebody asks', async () => {
    remote.refusal = 'NotSupportedError';
    const told: boolean[] = [];
    watchTelevisions((isInReach) => told.push(isInReach));
    await vi.waitFor(() => expect(told).toEqual([true]));
  });
});
