import { readSubtitleFile, subtitleFileLimitBytes } from '../playback/subtitle-file.ts';
import type { StreamVideo } from './stream-video.ts';

/** A private language tag that marks the subtitle track of a file that the person opened; streams do not use it. */
const fileLanguage = 'x-archivo';

/** Whether a subtitle track was read from a file that the person opened. */
export const isFromFile = ({ language }: Pick<TextTrack, 'language'>): boolean => language === fileLanguage;

/** The text tracks that a viewer can choose: subtitles and captions. */
export function listSubtitles(media: Pick<StreamVideo, 'textTracks'>): TextTrack[] {
  return [...media.textTracks].filter(({ kind }) => kind === 'subtitles' || kind === 'captions');
}

/** Shows one of the subtitle tracks and hides the others; `undefined` hides all. */
export function showSubtitles(media: Pick<StreamVideo, 'textTracks'>, shown: TextTrack | undefined): void {
  for (const track of listSubtitles(media)) {
    if (track === shown) continue;
    // Chromium automatically shows a track in the person's language when another track is added, unless its mode was set before.
    track.mode = 'hidden';
    track.mode = 'disabled';
  }
  if (shown !== undefined && shown.mode !== 'showing') shown.mode = 'showing';
}

/**
 * Adds the subtitles of a file to the current source and shows them; a second file replaces the first. Opening another source
 * removes them.
 *
 * @returns whether the file can be read and contains subtitles; if not, nothing changes
 */
export async function addSubtitleFile(media: StreamVideo, file: File): Promise<boolean> {
  const source = media.src;
  if (file.size > subtitleFileLimitBytes) return false;
  // The file may have been deleted since it was chosen, or may not be readable.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  const vtt = bytes && readSubtitleFile(new Uint8Array(bytes));
  if (vtt === undefined) return false;
  // Another source was opened while the file was being read, so the subtitles no longer apply.
  if (media.src !== source) return true;
  media.video.querySelector(`track[srclang="${fileLanguage}"]`)?.remove();
  const element = media.ownerDocument.createElement('track');
  const url = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
  for (const type of ['load', 'error']) element.addEventListener(type, () => URL.revokeObjectURL(url));
  element.kind = 'subtitles';
  element.srclang = fileLanguage;
  element.label = file.name;
  element.src = url;
  media.video.append(element);
  showSubtitles(media, element.track);
  return true;
}
