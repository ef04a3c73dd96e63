import {
  findTrackFor,
  isFromFile,
  listSubtitles,
  readLanguage,
  showSubtitles,
  type PlayerMedia,
} from '@butaca/player';
import { useEffect } from 'react';
import { readChoices, rememberChoice } from './remembered-choices.ts';

/**
 * The events that the player's library media-chrome sends when the person chooses something in a menu or presses the
 * key for subtitles, each with the function that stores the choice.
 */
const askedFor = {
  mediaaudiotrackrequest: keepAudio,
  mediashowsubtitlesrequest: keepSubtitles,
  mediadisablesubtitlesrequest: keepSubtitles,
  mediatogglesubtitlesrequest: keepSubtitles,
  mediaplaybackraterequest: keepRate,
} as const;

/**
 * Stores what the person chooses in the player's menus (audio language, subtitles, speed) and applies the stored
 * choices to the next title.
 *
 * @param hasRate - whether the playback speed can be changed, which a live stream does not allow
 */
export function useRememberedChoices(media: PlayerMedia, hasRate: boolean): void {
  useEffect(() => {
    const { audioTracks, textTracks } = media;
    const chooseAudio = (): void => {
      const { audio } = readChoices();
      const track = audio === undefined ? undefined : findTrackFor([...audioTracks], audio);
      if (track !== undefined) track.enabled = true;
    };
    const chooseSubtitles = (): void => applySubtitles(media);
    audioTracks.addEventListener('addtrack', chooseAudio);
    textTracks.addEventListener('addtrack', chooseSubtitles);
    chooseAudio();
    chooseSubtitles();
    return () => {
      audioTracks.removeEventListener('addtrack', chooseAudio);
      textTracks.removeEventListener('addtrack', chooseSubtitles);
    };
  }, [media]);

  useEffect(() => {
    const controller = media.closest('media-controller');
    const keep = ({ type, target }: Event): void => {
      // media-chrome also sends its events for a chosen audio or subtitle track from closed menus, for the stream's own
      // default tracks; these events are ignored, because the person has chosen nothing.
      if (target instanceof HTMLElement && target.hidden) return;
      // The chosen track or speed is read in a microtask, after media-chrome has applied the choice.
      queueMicrotask(() => askedFor[type as keyof typeof askedFor](media));
    };
    const types = Object.keys(askedFor);
    for (const type of types) controller?.addEventListener(type, keep);
    return () => types.forEach((type) => controller?.removeEventListener(type, keep));
  }, [media]);

  useEffect(() => {
    setRate(media, hasRate ? (readChoices().rate ?? 1) : 1);
  }, [media, hasRate]);
}

function setRate(media: PlayerMedia, rate: number): void {
  // A media element resets its playback speed to `defaultPlaybackRate` with each new source.
  media.defaultPlaybackRate = rate;
  media.playbackRate = rate;
}

function applySubtitles(media: PlayerMedia): void {
  const { subtitles } = readChoices();
  const tracks = listSubtitles(media);
  if (subtitles === undefined || tracks.some((track) => isFromFile(track) && track.mode === 'showing'))
    return;
  if (subtitles === 'off') return showSubtitles(media, undefined);
  const track = findTrackFor(tracks, subtitles);
  if (track !== undefined) showSubtitles(media, track);
}

function keepAudio({ audioTracks }: PlayerMedia): void {
  const enabled = [...audioTracks].find((track) => track.enabled);
  const audio = enabled === undefined ? '' : readLanguage(enabled);
  if (audio !== '') rememberChoice({ audio });
}

function keepSubtitles(media: PlayerMedia): void {
  const shown = listSubtitles(media).find(({ mode }) => mode === 'showing');
  if (shown === undefined) return rememberChoice({ subtitles: 'off' });
  const subtitles = isFromFile(shown) ? '' : readLanguage(shown);
  if (subtitles !== '') rememberChoice({ subtitles });
}

function keepRate(media: PlayerMedia): void {
  media.defaultPlaybackRate = media.playbackRate;
  rememberChoice({ rate: media.playbackRate });
}
