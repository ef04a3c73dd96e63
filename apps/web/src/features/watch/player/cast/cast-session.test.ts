import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginCast, CastFailure, watchTelevisions } from './cast-session.ts';

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
let media: HTMLVideoElement | undefined;
const create = document.createElement.bind(document);
beforeEach(() => {
  remote = new FakeRemote();
  media = undefined;
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    configurable: true,
    get: () => remote,
  });
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    if (element instanceof HTMLVideoElement) media = element;
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

describe('sending a stream to a television', () => {
  it('gives its address to the television that the person chooses, and begins where the page was', async () => {
    const session = await beginCast(film, 90, noEnd);
    expect(media?.src).toBe(new URL(film.src, location.href).href);
    media?.dispatchEvent(new Event('loadedmetadata'));
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

describe('the watch for televisions', () => {
  it('tells whether one is in reach, and nothing more once it has ended', () => {
    const told: boolean[] = [];
    const stop = watchTelevisions(film.src, (isInReach) => told.push(isInReach));
    remote.tell?.(false);
    remote.tell?.(true);
    stop();
    remote.tell?.(false);
    expect(told).toEqual([false, true]);
  });

  it('takes one to be in reach where the browser does not look before somebody asks', async () => {
    remote.refusal = 'NotSupportedError';
    const told: boolean[] = [];
    watchTelevisions(film.src, (isInReach) => told.push(isInReach));
    await vi.waitFor(() => expect(told).toEqual([true]));
  });
});
