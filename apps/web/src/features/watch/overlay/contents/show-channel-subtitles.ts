import type { ImageSubtitle } from '@butaca/contract';
import type { PlayerMedia } from '@butaca/player';
import { describeImageSubtitles } from './image-subtitle-words.ts';
import { showSubtitleNote } from './show-subtitle-note.ts';

/** Says in the menu of subtitles which ones of a channel cannot be shown. @param signal - aborts when another channel plays */
export const showChannelSubtitles = (
  media: PlayerMedia,
  subtitles: readonly ImageSubtitle[],
  signal: AbortSignal,
): void => showSubtitleNote(media, describeImageSubtitles(subtitles, 'canal'), signal);
