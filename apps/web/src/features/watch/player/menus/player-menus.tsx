import { addSubtitleFile, type PlayerMedia } from '@butaca/player';
import type { MediaCaptionsMenu as CaptionsMenuElement } from 'media-chrome/menu';
import {
  MediaAudioTrackMenu,
  MediaCaptionsMenu,
  MediaPlaybackRateMenu,
  MediaRenditionMenu,
} from 'media-chrome/react/menu';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { playbackRates, speakSpanishInMenus } from './menu-words.ts';
import { after } from '../../../../platform/base/clock.ts';

speakSpanishInMenus();

const noticeMs = 5_000;
const notSubtitles = 'Ese archivo no contiene subtítulos. Elige un archivo .srt o .vtt de 2 MB como máximo.';

interface PlayerMenusProps {
  media: PlayerMedia;
  /** Whether the playback speed can be changed, which a live stream does not allow. */
  hasRate: boolean;
  /**
   * Whether the person may load a subtitle file of their own: only for a stream with a beginning, so not for a live
   * one.
   */
  canLoadSubtitles: boolean;
}

/**
 * The menus of the player's control bar (audio track, subtitles, quality, speed), each closed until its button opens
 * it.
 */
export function PlayerMenus({ media, hasRate, canLoadSubtitles }: PlayerMenusProps) {
  return (
    <>
      <MediaAudioTrackMenu hidden anchor="auto" />
      <CaptionsMenu media={media} canLoad={canLoadSubtitles} />
      <MediaRenditionMenu hidden anchor="auto" />
      {hasRate ? <MediaPlaybackRateMenu hidden anchor="auto" rates={playbackRates} /> : null}
    </>
  );
}

function CaptionsMenu({ media, canLoad }: { media: PlayerMedia; canLoad: boolean }) {
  const menu = useRef<CaptionsMenuElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isRefused) return undefined;
    return after(noticeMs, () => setRefused(false));
  }, [isRefused]);

  useEffect(() => {
    const element = menu.current;
    if (element === null || !canLoad || media.video === undefined) return undefined;
    const load = async (file: File): Promise<void> => {
      setRefused(!(await addSubtitleFile(media, file)));
    };
    const item = createLoadItem(() => {
      element.hidden = true;
      element.anchorElement?.focus({ preventScroll: true });
      chooseFile((file) => void load(file));
    });
    // media-chrome rebuilds the items of the subtitles menu whenever a subtitle track is added, removed or chosen, so
    // «Cargar subtítulos…» is appended again.
    const add = (): void => {
      if (element.defaultSlot.lastElementChild !== item) element.defaultSlot.append(item);
    };
    const observer = new MutationObserver(add);
    observer.observe(element.defaultSlot, { childList: true });
    add();
    return () => {
      observer.disconnect();
      item.remove();
    };
  }, [media, canLoad]);

  const stage = media.closest('.player');
  return (
    <>
      <MediaCaptionsMenu ref={menu} hidden anchor="auto" />
      {isRefused && stage !== null
        ? createPortal(
            <p className="player__warning player__warning--own" role="alert">
              {notSubtitles}
            </p>,
            stage,
          )
        : null}
    </>
  );
}

function createLoadItem(onChosen: () => void): HTMLElement {
  const item = document.createElement('media-chrome-menu-item');
  item.setAttribute('type', '');
  item.part.add('menu-item', 'load');
  item.textContent = 'Cargar subtítulos…';
  item.addEventListener('click', onChosen);
  item.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' || key === ' ') onChosen();
  });
  return item;
}

function chooseFile(onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.srt,.vtt,text/vtt,application/x-subrip';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) onFile(file);
  });
  input.click();
}
