import { lineAbove } from './caption-line.ts';

/**
 * Moves the cues of the shown subtitles above the player's controls for as long as these are visible. Browsers place cues
 * at the bottom of the video, where they would lie behind the buttons.
 *
 * @param controller - the element of media-chrome that shows and hides the controls
 * @param findBar - finds the highest bar of the controls; a live stream has no seek bar
 * @param signal - aborts when the player is closed
 */
export function liftCaptions(
  video: HTMLVideoElement,
  controller: HTMLElement,
  findBar: () => Element | null,
  signal: AbortSignal,
): void {
  /** The lines of the cues that were moved, as their stream placed them. */
  const placed = new Map<VTTCue, VTTCue['line']>();
  const heard = new WeakSet<TextTrack>();

  function areControlsShown(): boolean {
    return controller.hasAttribute('mediapaused') || !controller.hasAttribute('userinactive');
  }
  function putBack(): void {
    for (const [cue, line] of placed) cue.line = line;
    placed.clear();
  }
  function place(): void {
    if (!areControlsShown()) return putBack();
    const bar = findBar();
    if (bar === null) return undefined;
    const { width, height, bottom } = video.getBoundingClientRect();
    const covered = { width, height, coveredHeight: bottom - bar.getBoundingClientRect().top };
    for (const cue of listShownCues(video)) {
      const line = placed.has(cue) ? undefined : lineAbove(cue, covered);
      if (line === undefined) continue;
      placed.set(cue, cue.line);
      cue.line = line;
    }
    return undefined;
  }
  function hearTracks(): void {
    for (const track of video.textTracks) {
      if (heard.has(track)) continue;
      heard.add(track);
      track.addEventListener('cuechange', place, { signal });
    }
    place();
  }
  const observer = new MutationObserver(place);
  observer.observe(controller, { attributeFilter: ['mediapaused', 'userinactive'] });
  for (const type of ['addtrack', 'change']) video.textTracks.addEventListener(type, hearTracks, { signal });
  const sizes = new ResizeObserver(() => {
    putBack();
    place();
  });
  sizes.observe(video);
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      sizes.disconnect();
      putBack();
    },
    { once: true },
  );
  hearTracks();
}

function* listShownCues({ textTracks }: HTMLVideoElement): Generator<VTTCue> {
  for (const track of textTracks) {
    if (track.mode !== 'showing') continue;
    for (const cue of track.activeCues ?? []) if (cue instanceof VTTCue) yield cue;
  }
}
