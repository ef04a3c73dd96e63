import { describe, expect, it } from 'vitest';
import { subtitleFileLimitBytes } from '../playback/subtitle-file.ts';
import type { StreamVideo } from './stream-video.ts';
import { addSubtitleFile, isFromFile, listSubtitles, showSubtitles } from './subtitle-track.ts';

type Track = Pick<TextTrack, 'kind' | 'language' | 'mode'>;

const track = (kind: TextTrackKind, language: string, mode: TextTrackMode = 'disabled'): TextTrack =>
  ({ kind, language, mode }) satisfies Track as TextTrack;
const mediaWith = (...tracks: TextTrack[]) => ({ textTracks: tracks as unknown as TextTrackList });

describe('listSubtitles', () => {
  it('lists subtitles and captions in the order of the stream, and no other tracks', () => {
    const [spanish, english] = [track('subtitles', 'es'), track('captions', 'en')];
    const media = mediaWith(
      track('metadata', ''),
      spanish,
      track('chapters', 'es'),
      english,
      track('descriptions', 'es'),
    );
    expect(listSubtitles(media)).toEqual([spanish, english]);
  });
});

describe('showSubtitles', () => {
  it('shows one track and turns the others off', () => {
    const [spanish, english] = [track('subtitles', 'es', 'showing'), track('captions', 'en')];
    showSubtitles(mediaWith(spanish, english), english);
    expect([spanish.mode, english.mode]).toEqual(['disabled', 'showing']);
    showSubtitles(mediaWith(spanish, english), undefined);
    expect([spanish.mode, english.mode]).toEqual(['disabled', 'disabled']);
  });

  it('leaves tracks that are not subtitles unchanged', () => {
    const metadata = track('metadata', '', 'hidden');
    showSubtitles(mediaWith(metadata), undefined);
    expect(metadata.mode).toBe('hidden');
  });

  it('sets the mode of every hidden track, so that the browser does not show it by itself', () => {
    const modes: string[] = [];
    const spanish = Object.defineProperty(track('subtitles', 'es'), 'mode', {
      get: () => modes.at(-1) ?? 'disabled',
      set: (mode: string) => {
        modes.push(mode);
      },
    });
    showSubtitles(mediaWith(spanish), undefined);
    expect(modes).toEqual(['hidden', 'disabled']);
  });

  it('leaves an already shown track unchanged', () => {
    const spanish = Object.freeze(track('subtitles', 'es', 'showing'));
    expect(() => showSubtitles(mediaWith(spanish), spanish)).not.toThrow();
  });
});

describe('isFromFile', () => {
  it('distinguishes a track of the person’s file from a track of the stream', () => {
    expect(isFromFile({ language: 'x-archivo' })).toBe(true);
    expect(['es', '', 'x-otro'].map((language) => isFromFile({ language }))).toEqual([false, false, false]);
  });
});

describe('a subtitle file that the person chooses', () => {
  const video = {} as HTMLVideoElement;
  const media = { src: '/api/stream/x/y', video } as StreamVideo;

  it('is refused when it cannot be read, like one without subtitles', async () => {
    const file = Object.assign(new File(['1'], 'peli.srt'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    expect(await addSubtitleFile(media, file)).toBe(false);
  });

  it.each([
    ['without subtitles', '#EXTM3U\n'],
    ['that is empty', ''],
    ['that is too large', ' '.repeat(subtitleFileLimitBytes + 1)],
  ])('is refused as a file %s', async (_what, text) => {
    expect(await addSubtitleFile(media, new File([text], 'peli.srt'))).toBe(false);
  });

  it('changes nothing when another stream was opened while it was read', async () => {
    const zapped = { src: '/uno', video } as StreamVideo;
    const added = addSubtitleFile(zapped, new File(['1\n00:00:01,000 --> 00:00:02,000\nHola\n'], 'peli.srt'));
    zapped.src = '/dos';
    expect(await added).toBe(true);
  });
});
