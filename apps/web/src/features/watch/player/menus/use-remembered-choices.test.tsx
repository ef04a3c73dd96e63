import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import { readChoices, rememberChoice } from './remembered-choices.ts';
import { useRememberedChoices } from './use-remembered-choices.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
});

interface Subtitles {
  kind: 'subtitles' | 'captions' | 'metadata';
  label: string;
  language: string;
  mode: TextTrackMode;
}
const subtitlesOf = (language: string, mode: TextTrackMode = 'disabled', label = ''): Subtitles => ({
  kind: 'subtitles',
  label,
  language,
  mode,
});

/**
 * Runs the hook that remembers the choices in the player's menus, on a fake video with the given audio tracks, of which
 * the first plays, and subtitles.
 */
function open({ audio = [] as string[], subtitles = [] as Subtitles[], hasRate = true } = {}) {
  const { media } = makeFakeVideo();
  const texts = Object.assign(new EventTarget(), { [Symbol.iterator]: () => subtitles[Symbol.iterator]() });
  Object.defineProperty(media, 'textTracks', { value: texts });
  const offer = (languages: readonly string[]): void =>
    media.audioTracks.offer(
      languages.map((language) => ({ label: '', language, kind: 'main' })),
      0,
      () => undefined,
    );
  const controller = document.createElement('media-controller');
  controller.append(media);
  document.body.append(controller);
  offer(audio);
  const { rerender } = renderHook((isOnDemand: boolean) => useRememberedChoices(media, isOnDemand), {
    initialProps: hasRate,
  });
  return {
    media,
    offer,
    rerender,
    heardAudio: () => [...media.audioTracks].find((track) => track.enabled)?.language,
    shownSubtitles: () => subtitles.filter(({ mode }) => mode === 'showing').map(({ language }) => language),
    addSubtitles(...added: Subtitles[]) {
      subtitles.push(...added);
      texts.dispatchEvent(new Event('addtrack'));
    },
    /**
     * Fires the event that media-chrome, the library of the player's menus, sends when the person chooses something in
     * a menu.
     */
    ask: (type: string, from: HTMLElement = controller) =>
      act(async () => void from.dispatchEvent(new CustomEvent(type, { bubbles: true }))),
  };
}

describe('the next title in the player', () => {
  it('begins in the remembered audio language as soon as it has a track in it', () => {
    rememberChoice({ audio: 'en' });
    const { heardAudio, offer } = open({ audio: ['es-419', 'en'] });
    expect(heardAudio()).toBe('en');
    offer(['es-419', 'pt']);
    expect(heardAudio()).toBe('es-419');
    offer(['es-419', 'pt', 'en']);
    expect(heardAudio()).toBe('en');
  });

  it('begins with its own audio when no language is remembered', () => {
    expect(open({ audio: ['fr', 'es'] }).heardAudio()).toBe('fr');
  });

  it('shows subtitles in the remembered language, also when they are added later', () => {
    rememberChoice({ subtitles: 'es' });
    const { shownSubtitles, addSubtitles } = open({ subtitles: [subtitlesOf('en')] });
    expect(shownSubtitles()).toEqual([]);
    addSubtitles(subtitlesOf('es'));
    expect(shownSubtitles()).toEqual(['es']);
  });

  it('hides its own subtitles when they were last turned off', () => {
    rememberChoice({ subtitles: 'off' });
    const { shownSubtitles, addSubtitles } = open({ subtitles: [subtitlesOf('en', 'showing')] });
    expect(shownSubtitles()).toEqual([]);
    addSubtitles(subtitlesOf('es', 'showing'));
    expect(shownSubtitles()).toEqual([]);
  });

  it('keeps subtitles loaded from a file even when subtitles were last turned off', () => {
    rememberChoice({ subtitles: 'off' });
    const { shownSubtitles } = open({ subtitles: [subtitlesOf('x-archivo', 'showing', 'faro.srt')] });
    expect(shownSubtitles()).toEqual(['x-archivo']);
  });

  it('shows the stream’s own subtitles when no choice is remembered', () => {
    expect(open({ subtitles: [subtitlesOf('en', 'showing')] }).shownSubtitles()).toEqual(['en']);
  });

  it('plays at the remembered speed, and a live stream always at normal speed', () => {
    rememberChoice({ rate: 1.5 });
    const { media, rerender } = open();
    expect([media.playbackRate, media.defaultPlaybackRate]).toEqual([1.5, 1.5]);
    rerender(false);
    expect([media.playbackRate, media.defaultPlaybackRate]).toEqual([1, 1]);
  });
});

describe('a choice in the player’s menus', () => {
  it('of an audio track is remembered as its language', async () => {
    const { media, ask } = open({ audio: ['es-419', 'en'] });
    for (const track of media.audioTracks) track.enabled = track.language === 'en';
    await ask('mediaaudiotrackrequest');
    expect(readChoices()).toEqual({ audio: 'en' });
  });

  it('of an audio track without a language is not remembered', async () => {
    rememberChoice({ audio: 'en' });
    const { ask } = open({ audio: [''] });
    await ask('mediaaudiotrackrequest');
    expect(readChoices()).toEqual({ audio: 'en' });
  });

  it.each([
    ['mediashowsubtitlesrequest', [subtitlesOf('es', 'showing')], 'es'],
    ['mediatogglesubtitlesrequest', [subtitlesOf('en', 'showing'), subtitlesOf('es')], 'en'],
    ['mediadisablesubtitlesrequest', [subtitlesOf('es')], 'off'],
    ['mediashowsubtitlesrequest', [subtitlesOf('x-archivo', 'showing')], undefined],
    ['mediashowsubtitlesrequest', [subtitlesOf('', 'showing')], undefined],
    ['mediashowsubtitlesrequest', [{ ...subtitlesOf('es', 'showing'), kind: 'metadata' as const }], 'off'],
  ])('of subtitles by %s with %j is remembered as %s', async (type, subtitles, expected) => {
    const { ask } = open({ subtitles });
    await ask(type);
    expect(readChoices().subtitles).toBe(expected);
  });

  it('of a speed is remembered, and stays for the next source of the same title', async () => {
    const { media, ask } = open();
    media.playbackRate = 1.25;
    await ask('mediaplaybackraterequest');
    expect([readChoices(), media.defaultPlaybackRate]).toEqual([{ rate: 1.25 }, 1.25]);
  });

  it('is not remembered when a closed menu reports it', async () => {
    const { media, ask } = open({ audio: ['es', 'en'] });
    const closed = Object.assign(document.createElement('div'), { hidden: true });
    media.closest('media-controller')?.append(closed);
    await ask('mediaaudiotrackrequest', closed);
    expect(readChoices()).toEqual({});
  });
});
