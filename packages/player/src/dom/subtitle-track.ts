import { readSubtitleFile, subtitleFileLimitBytes } from '../subtitle-file.ts';
import type { StreamVideo } from './stream-video.ts';

/** Marks the track of a file in the list of subtitles: no stream names a language so. */
const fileLanguage = 'x-archivo';

/** Whether a track came from a file that the person opened. */
export const isFromFile = ({ language }: Pick<TextTrack, 'language'>): boolean => language === fileLanguage;

/** The tracks that are read: subtitles, and captions for the deaf. */
export function listSubtitles(media: Pick<StreamVideo, 'textTracks'>): TextTrack[] {
  return [...media.textTracks].filter(({ kind }) => kind === 'subtitles' || kind === 'captions');
}

/** Shows one of the subtitles, or none. */
export function showSubtitles(media: Pick<StreamVideo, 'textTracks'>, shown: TextTrack | undefined): void {
  for (const track of listSubtitles(media)) {
    if (track === shown) continue;
    // Chromium shows one in the person's language by itself when another comes, unless its mode was ever changed.
    track.mode = 'hidden';
    track.mode = 'disabled';
  }
  if (shown !== undefined && shown.mode !== 'showing') shown.mode = 'showing';
}

/**
 * Adds a subtitle file to what is playing and shows it; a second file takes the place of the first. It goes with the source.
 *
 * @returns whether the file can be read and holds subtitles; nothing changes where it does not
 */
export async function addSubtitleFile(media: StreamVideo, file: File): Promise<boolean> {
  const source = media.src;
  if (file.size > subtitleFileLimitBytes) return false;
  // It may have gone, or not be theirs to read, since it was chosen.
  const bytes = await file.arrayBuffer().catch(() => undefined);
  const vtt = bytes && readSubtitleFile(new Uint8Array(bytes));
  if (vtt === undefined) return false;
  // Another title has come meanwhile.
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
