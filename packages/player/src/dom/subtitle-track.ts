import { readSubtitleFile, subtitleFileLimitBytes } from '../playback/subtitle-file.ts';
import type { PlayerMedia } from './player-media.ts';

/**
 * A private language tag that marks a subtitle track read from a file on the person's device; streams do not use this
 * tag.
 */
const fileLanguage = 'x-archivo';

/** Whether a subtitle track was read from a file on the person's device, and is not part of the stream. */
export const isFromFile = ({ language }: Pick<TextTrack, 'language'>): boolean => language === fileLanguage;

/** The text tracks of a stream that a viewer can choose in the subtitle menu: subtitles and captions. */
export function listSubtitles(media: Pick<PlayerMedia, 'textTracks'>): TextTrack[] {
  return [...media.textTracks].filter(({ kind }) => kind === 'subtitles' || kind === 'captions');
}

/** Shows one subtitle track of the stream and hides the others; `undefined` hides all. */
export function showSubtitles(media: Pick<PlayerMedia, 'textTracks'>, shown: TextTrack | undefined): void {
  for (const track of listSubtitles(media)) {
    if (track === shown) continue;
    // Chromium shows a subtitle track in the person's language by itself when another track is added, unless the
    // track's mode was set before.
    track.mode = 'hidden';
    track.mode = 'disabled';
  }
  if (shown !== undefined && shown.mode !== 'showing') shown.mode = 'showing';
}

/**
 * Adds the subtitles of a file on the person's device to the current stream and shows them; a second file replaces the
 * first. Opening another stream removes them.
 *
 * @returns whether the subtitle file can be read and contains subtitles; if not, nothing changes
 */
export async function addSubtitleFile(media: PlayerMedia, file: File): Promise<boolean> {
  const { src: source, video } = media;
  if (video === undefined || file.size > subtitleFileLimitBytes) return false;
  // The subtitle file may have been deleted since the person chose it, or may not be readable.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  const vtt = bytes && readSubtitleFile(new Uint8Array(bytes));
  if (vtt === undefined) return false;
  // Another stream was opened while the subtitle file was being read, so its subtitles no longer apply.
  if (media.src !== source) return true;
  video.querySelector(`track[srclang="${fileLanguage}"]`)?.remove();
  const element = media.ownerDocument.createElement('track');
  const url = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
  for (const type of ['load', 'error']) element.addEventListener(type, () => URL.revokeObjectURL(url));
  element.kind = 'subtitles';
  element.srclang = fileLanguage;
  element.label = file.name;
  element.src = url;
  video.append(element);
  showSubtitles(media, element.track);
  return true;
}
