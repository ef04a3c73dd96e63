import { createPlayback, defineOutputVideo, type OutputVideo, type Playback } from '@butaca/player';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeOutput, type FakeOutput } from '../../../../test/fake-output.ts';

let player: FakeOutput;
let media: OutputVideo;
let playback: Playback;
let events: string[];
/** What the server answers to the request that looks for the reason of a failure. */
let probe: () => Response;

const film = {
  src: '/api/stream/x',
  kind: 'file',
  expectedStreamType: 'on-demand',
  startSeconds: 60,
} as const;
const channel = { src: '/api/stream/c', kind: 'ts', expectedStreamType: 'live' } as const;
const byte = (): Response =>
  new Response('x', { status: 206, headers: { 'content-range': 'bytes 0-0/1000' } });
const refusal = (status: number, code: string) => (): Response =>
  new Response(JSON.stringify({ code, error: 'Así no.' }), { status });

beforeEach(() => {
  player = createFakeOutput();
  defineOutputVideo(player);
  media = document.createElement('output-video') as OutputVideo;
  document.body.append(media);
  playback = createPlayback(media);
  events = [];
  for (const type of ['play', 'pause', 'seeking', 'seeked', 'ended', 'emptied', 'error', 'nextrequest'])
    media.addEventListener(type, () => events.push(type));
  probe = byte;
  vi.stubGlobal('fetch', async (_url: string, { credentials }: RequestInit) => {
    // A player outside of the page has none of its cookies.
    expect(credentials).toBe('omit');
    return probe();
  });
});
afterEach(() => {
  playback.dispose();
  media.remove();
  vi.unstubAllGlobals();
});

const status = () => playback.getSnapshot().status;
const until = (wanted: string) => vi.waitFor(() => expect(status()).toBe(wanted));

/** Opens a source and plays it for some seconds. */
async function play(source: Parameters<Playback['open']>[0], ...positions: number[]): Promise<void> {
  playback.open(source);
  await until('playing');
  for (const seconds of positions) player.tell({ name: 'time', seconds });
}

describe('a film in a player outside of the page', () => {
  it('begins at its start position, with its title and the button for what follows', async () => {
    media.title = 'Capítulo 2';
    media.setAttribute('has-next', '');
    await play(film);
    expect(player.requests).toEqual([
      {
        url: new URL('/api/stream/x', location.href).href,
        title: 'Capítulo 2',
        startSeconds: 60,
        isLive: false,
        streamKind: 'file',
        hasNext: true,
      },
    ]);
    expect(media.shadowRoot?.textContent).toBe('Se reproduce en otra ventana');
  });

  it('is loading until the player has opened it, and then plays', async () => {
    const answer = player.hold();
    playback.open(film);
    await vi.waitFor(() => expect(player.requests).toHaveLength(1));
    expect([status(), media.paused]).toEqual(['loading', true]);
    answer();
    await until('playing');
    expect(media.paused).toBe(false);
  });

  it('stays paused when a person pauses it there in its first second', async () => {
    await play(film, 60, 60.5);
    player.tell({ name: 'paused', isPaused: true });
    await vi.waitFor(() => expect(status()).toBe('paused'));
    expect([media.paused, events.filter((type) => type === 'play')]).toEqual([true, ['play']]);
    player.tell({ name: 'paused', isPaused: false });
    await until('playing');
  });

  it('tells position, duration and what was played', async () => {
    await play(film, 60, 61, 62);
    player.tell({ name: 'duration', seconds: 100 });
    expect(playback.getSnapshot()).toMatchObject({ currentTimeSeconds: 62, durationSeconds: 100 });
    expect([media.played.length, media.played.start(0), media.played.end(0)]).toEqual([1, 60, 62]);
  });

  it('pauses and resumes from the page and in the player', async () => {
    await play(film, 60, 61);
    media.pause();
    expect([status(), player.calls.at(-1)]).toEqual(['paused', ['paused', true]]);
    await media.play();
    expect([status(), player.calls.at(-1)]).toEqual(['playing', ['paused', false]]);
    player.tell({ name: 'paused', isPaused: true });
    expect(status()).toBe('paused');
    player.tell({ name: 'paused', isPaused: false });
    expect(status()).toBe('playing');
    expect(events.filter((type) => type === 'play' || type === 'pause')).toEqual([
      'play',
      'pause',
      'play',
      'pause',
      'play',
    ]);
  });

  it('seeks from the page, and ignores positions of before', async () => {
    await play(film, 60, 61);
    media.currentTime = 90;
    expect([player.calls.at(-1), media.seeking, media.currentTime]).toEqual([['seek', 90], true, 90]);
    player.tell({ name: 'time', seconds: 62 });
    expect([media.seeking, media.currentTime]).toEqual([true, 90]);
    player.tell({ name: 'time', seconds: 90.4 });
    expect([media.seeking, media.currentTime]).toEqual([false, 90.4]);
    expect(events.slice(-2)).toEqual(['seeking', 'seeked']);
  });

  it('takes another place than the one asked for in the end', async () => {
    await play(film, 60, 61);
    media.currentTime = 90;
    for (const seconds of [62, 63, 64, 65]) player.tell({ name: 'time', seconds });
    expect([media.seeking, media.currentTime]).toEqual([false, 65]);
  });

  it('notices that the person has sought in the player', async () => {
    await play(film, 60, 61, 300);
    expect(events.slice(-2)).toEqual(['seeking', 'seeked']);
    expect(media.currentTime).toBe(300);
  });

  it('shows and sets volume, sound and speed', async () => {
    await play(film);
    media.volume = 0.3;
    media.muted = true;
    media.playbackRate = 1.5;
    expect(player.calls.slice(-3)).toEqual([
      ['volume', 0.3],
      ['muted', true],
      ['rate', 1.5],
    ]);
    player.tell({ name: 'volume', volume: 0.8 });
    player.tell({ name: 'muted', isMuted: false });
    player.tell({ name: 'rate', rate: 2 });
    expect([media.volume, media.muted, media.playbackRate]).toEqual([0.8, false, 2]);
  });

  it('ends, and begins again from the start or from where the person then seeks', async () => {
    await play(film, 60, 98);
    player.tell({ name: 'duration', seconds: 100 });
    player.tell({ name: 'ended' });
    expect([status(), media.ended]).toEqual(['ended', true]);
    await media.play();
    expect(player.requests.at(-1)?.startSeconds).toBe(0);
    player.tell({ name: 'duration', seconds: 100 });
    player.tell({ name: 'time', seconds: 99 });
    player.tell({ name: 'ended' });
    media.currentTime = 40;
    await media.play();
    expect(player.requests.at(-1)?.startSeconds).toBe(40);
  });

  it('is paused when the person closes the player, and continues there', async () => {
    await play(film, 60, 70, 71);
    player.tell({ name: 'closed' });
    expect([status(), media.currentTime]).toEqual(['paused', 71]);
    await media.play();
    expect([status(), player.requests.at(-1)?.startSeconds]).toEqual(['playing', 71]);
  });

  it('asks for what follows when the person does so in the player', async () => {
    await play(film);
    player.tell({ name: 'next' });
    expect(events.at(-1)).toBe('nextrequest');
  });
});

describe('the player', () => {
  it('is stopped when the page asks for it, when the stream is closed and when the page is left', async () => {
    await play(film, 60, 61);
    media.stop();
    expect([status(), player.calls.at(-1)]).toEqual(['paused', 'stop']);
    await play(film);
    playback.close();
    expect(player.calls.at(-1)).toBe('stop');
    await play(film);
    window.dispatchEvent(new Event('pagehide'));
    expect(player.calls.at(-1)).toBe('stop');
    await play({ ...film, src: '/api/stream/y' });
    media.remove();
    expect(player.calls.at(-1)).toBe('stop');
    expect(player.calls.filter((call) => call === 'stop')).toHaveLength(4);
  });

  it('replaces one stream by the next by itself, and what it says of the first is ignored', async () => {
    await play(film, 60, 61);
    const answer = player.hold();
    playback.open({ ...film, src: '/api/stream/y', startSeconds: 0 });
    player.tell({ name: 'time', seconds: 62 });
    player.tell({ name: 'ended' });
    expect([status(), media.currentTime, media.ended]).toEqual(['loading', 0, false]);
    answer();
    await until('playing');
    expect(player.calls).not.toContain('stop');
  });
});

describe('a stream that does not play', () => {
  it.each([
    ['missing', 'mpv no está instalado.'],
    ['start', 'mpv no se pudo iniciar (code: 1).'],
    ['too_old', 'mpv es demasiado antiguo.'],
    ['refused', 'Esta dirección no se puede abrir en mpv.'],
  ])('because of the player (%s) says so without a request to the server', async (code, message) => {
    probe = refusal(410, 'stream.expired');
    player.answer = { success: false, code, message };
    playback.open(film);
    await until('error');
    expect(playback.getSnapshot().failure).toMatchObject({ code: `output.${code}`, sentence: message });
  });

  it.each<[number, string]>([
    [401, 'session.expired'],
    [403, 'trial.spent'],
    [403, 'stream.elsewhere'],
    [429, 'stream.limit'],
    [410, 'stream.expired'],
  ])('because the server answers %i %s says why', async (httpStatus, code) => {
    probe = refusal(httpStatus, code);
    player.answer = { success: false, code: 'media', message: 'mpv no pudo abrir el video.' };
    playback.open(film);
    await until('error');
    expect(playback.getSnapshot().failure).toMatchObject({ code, httpStatus });
  });

  it('says what the player says when the server delivers', async () => {
    player.answer = { success: false, code: 'media', message: 'mpv no reconoce el formato del video.' };
    playback.open(film);
    await until('error');
    expect(playback.getSnapshot().failure).toMatchObject({
      code: 'output.media',
      sentence: 'mpv no reconoce el formato del video.',
    });
  });

  it('requests a new address after 410, and plays it from the same second', async () => {
    playback.dispose();
    const renewSource = async () => ({ ...film, src: '/api/stream/new' });
    playback = createPlayback(media, { renewSource });
    await play(film, 60, 61, 62);
    probe = refusal(410, 'stream.expired');
    player.tell({ name: 'error', code: 'media', message: 'mpv no pudo leer el video.' });
    await vi.waitFor(() => expect(player.requests.at(-1)?.url).toMatch(/new$/));
    expect(player.requests.at(-1)?.startSeconds).toBe(62);
  });

  it('says that the free trial is used up although the playlist of the film is delivered', async () => {
    const playlist = '#EXTM3U\n#EXTINF:60,\nuno.ts\n#EXTINF:60,\ndos.ts\n';
    vi.stubGlobal('fetch', async (url: string) =>
      url.endsWith('dos.ts') ? refusal(403, 'trial.spent')() : new Response(playlist),
    );
    await play({ ...film, kind: 'hls', startSeconds: 0 }, 0, 59.5);
    player.tell({ name: 'duration', seconds: 120 });
    player.tell({ name: 'ended' });
    await until('error');
    expect(playback.getSnapshot().failure?.code).toBe('trial.spent');
  });

  it.each<[string, typeof film | typeof channel, number, string]>([
    ['a film that is cut off', film, 1000, 'trial.spent'],
    ['a channel that is over', channel, Number.NaN, 'stream.stopped'],
  ])('asks the server why after %s', async (_what, source, durationSeconds, code) => {
    await play(source, 60, 61);
    player.tell({ name: 'duration', seconds: durationSeconds });
    probe = refusal(403, code);
    player.tell({ name: 'ended' });
    await until('error');
    expect(playback.getSnapshot().failure?.code).toBe(code);
    expect(events).not.toContain('ended');
    expect(player.calls.at(-1)).toBe('stop');
  });
});
