import type { FileContents } from '@butaca/contract';
import { isFree } from '../../player/keys/player-keys.ts';
import { canSeek } from '../../player/playback/player-actions.ts';
import type { DrivenVideo } from '../../player/playback/use-playback.ts';
import { fetchContents, type PlayedFile } from './contents.queries.ts';
import { findNextScene, findPreviousScene } from './find-scene.ts';
import { describeImageSubtitles } from './image-subtitle-words.ts';
import { showSubtitleNote } from './show-subtitle-note.ts';

/**
 * Shows what the file that plays contains besides picture and sound: marks its scenes on the time bar, leads to them with the
 * keys Page Up and Page Down, and says in the menu of subtitles which ones cannot be shown.
 *
 * @param signal - aborts when something else plays
 */
export async function showContents(
  driven: DrivenVideo,
  played: PlayedFile,
  signal: AbortSignal,
): Promise<void> {
  const contents = await fetchContents(played, signal);
  if (signal.aborted) return;
  showScenes(driven, contents.scenes, signal);
  showSubtitleNote(driven.media, describeImageSubtitles(contents.imageSubtitles), signal);
}

function showScenes(driven: DrivenVideo, scenes: FileContents['scenes'], signal: AbortSignal): void {
  const { media } = driven;
  const { video } = media;
  if (video === undefined || scenes.length === 0) return;
  let track: HTMLTrackElement | undefined;
  // The tracks of a stream are removed when it is closed, also when the same film is opened in another form.
  const mark = (): void => {
    if (track?.isConnected === true || video.readyState === 0) return;
    track = document.createElement('track');
    track.kind = 'chapters';
    track.srclang = 'es';
    video.append(track);
    track.track.mode = 'hidden';
    for (const [index, { startSeconds, title }] of scenes.entries()) {
      const endSeconds = scenes[index + 1]?.startSeconds ?? video.duration;
      if (endSeconds > startSeconds)
        track.track.addCue(new VTTCue(startSeconds, endSeconds, title || `Escena ${index + 1}`));
    }
  };
  mark();
  media.addEventListener('loadeddata', mark, { signal });
  const turn = (event: KeyboardEvent): void => {
    const find = { PageDown: findNextScene, PageUp: findPreviousScene }[event.key];
    const scene = isFree(event) && canSeek(driven) ? find?.(scenes, media.currentTime) : undefined;
    if (find === undefined || scene === undefined) return;
    event.preventDefault();
    media.currentTime = scene.startSeconds;
  };
  media.closest('.player')?.addEventListener('keydown', (event) => turn(event as KeyboardEvent), { signal });
  signal.addEventListener('abort', () => track?.remove(), { once: true });
}
