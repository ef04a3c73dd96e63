import type { PlayerMedia } from '@butaca/player';

/**
 * Says something below the items of the menu of subtitles, which has a button then also without an item.
 *
 * @param signal - aborts when something else plays
 */
export function showSubtitleNote(
  media: PlayerMedia,
  sentence: string | undefined,
  signal: AbortSignal,
): void {
  const stage = media.closest<HTMLElement>('.player');
  const slot = stage?.querySelector<HTMLElement & { defaultSlot: HTMLElement }>(
    'media-captions-menu',
  )?.defaultSlot;
  if (sentence === undefined || stage === null || slot === undefined) return;
  const note = document.createElement('p');
  note.part.add('note');
  note.textContent = sentence;
  // media-chrome makes the items of its menu anew whenever a subtitle track is added, removed or chosen.
  const add = (): void => void (note.isConnected || slot.append(note));
  const observer = new MutationObserver(add);
  observer.observe(slot, { childList: true });
  add();
  stage.dataset['subtitleNote'] = '';
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      delete stage.dataset['subtitleNote'];
      note.remove();
    },
    { once: true },
  );
}
