import { defineStreamVideo, type PlaybackSource, type StreamVideo } from '@butaca/player';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController } from 'media-chrome/react';
import 'media-chrome/lang/es.js';
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { isFormFailure, type Conversion } from './failure/conversion-rules.ts';
import { HelpButton } from './keys/keys-help.tsx';
import { PlayerControls } from './player-controls.tsx';
import { PlayerTouch, usePlayerTouch } from './touch/player-touch.tsx';
import { PlayerOverlay, type PlayerOverlayProps } from './failure/player-overlay.tsx';
import { LockButton } from './touch/touch-lock.tsx';
import { useMediaSession, type NowPlaying, type Skips } from './playback/use-media-session.ts';
import { usePlayback, type DrivenVideo } from './playback/use-playback.ts';
import { usePlayerKeys } from './keys/use-player-keys.ts';
import { useWakeLock } from './playback/use-wake-lock.ts';
import './player.css';

defineStreamVideo({ hlsWorkerUrl });

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'stream-video': React.DetailedHTMLProps<React.HTMLAttributes<StreamVideo>, StreamVideo>;
    }
  }
}

interface StreamPlayerProps extends Omit<PlayerOverlayProps, 'playback'> {
  /**
   * The source to play, opened when it changes; without a source the player stays mounted, and in full screen, and
   * waits.
   */
  source: PlaybackSource | undefined;
  /** Identifies the item independently of its URL: the overlay is reset when this value changes. */
  subject?: string | undefined;
  isChannel?: boolean;
  /** The functions that open the next and the previous item. */
  skips?: Skips | undefined;
  now: NowPlaying;
  renewSource: () => Promise<PlaybackSource>;
  /** The watch page's own overlay over the video. */
  layer?: ((video: DrivenVideo) => ReactNode) | undefined;
  /** The watch page's own buttons beside «reproducir» (the play button). */
  buttons?: ReactNode;
  /** Called when ↑ is pressed on the video in full screen. */
  onUp?: (() => void) | undefined;
}

const noSkips: Skips = {};

/** The video with its controls and overlays, in an aspect ratio of 16:9. */
export function StreamPlayer({
  source,
  subject,
  isChannel = false,
  skips = noSkips,
  now,
  renewSource,
  layer,
  buttons,
  onUp,
  ...overlay
}: StreamPlayerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const controller = useRef<MediaControllerElement>(null);
  const { attach, video } = usePlayback(source, renewSource);
  const areControlsDue = useControlsDue(video);
  const touch = usePlayerTouch(stage);
  const keys = usePlayerKeys({
    stage,
    video,
    ...skips,
    onUp,
    onHelp: touch.openHelp,
    onClose: touch.close,
    onFeedback: touch.feedback,
  });
  // This hook subscribes after the new source was opened, so that a failure of the previous source is not handled.
  useFormFailures(video, overlay.conversion);
  const { isLoading } = overlay;
  useEffect(() => {
    if (isLoading) video?.media.pause();
  }, [isLoading, video]);
  useEffect(() => {
    // The element that goes full screen contains the overlays as well as the video.
    if (controller.current && stage.current) controller.current.fullscreenElement = stage.current;
    // The video takes the focus when the player is mounted, so that the player's keys work at once.
    controller.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="player" ref={stage} {...keys}>
      <MediaController
        className="player__chrome"
        ref={controller}
        lang="es"
        // media-chrome's hot keys are turned off: the page handles its own keys, and the arrow keys must move the focus
        // between the controls, as a remote control needs.
        noHotkeys
        autohide="3"
        noMutedPref
      >
        <stream-video slot="media" ref={attach} />
        {video === undefined || !areControlsDue ? null : (
          <PlayerControls
            video={video}
            isLiveExpected={isChannel}
            first={buttons}
            last={
              <>
                <HelpButton onOpen={touch.openHelp} />
                <LockButton onLock={touch.lock} />
              </>
            }
          />
        )}
      </MediaController>
      {video === undefined ? null : (
        <>
          <PlayerOverlay
            key={subject}
            {...overlay}
            playback={video.playback}
            onRetry={() => {
              // The retry button is removed when it is pressed, so the video takes the focus.
              controller.current?.focus({ preventScroll: true });
              overlay.onRetry();
            }}
          />
          {layer?.(video)}
          <PlayerTouch stage={stage} video={video} touch={touch} isChannel={isChannel} />
          <SystemLink video={video} now={now} skips={skips} />
        </>
      )}
    </div>
  );
}

/** After this delay the controls are shown even if no video frame is loaded. */
const controlsDelayMs = 400;

/**
 * Whether the controls may be rendered: after the first video frame is loaded, because rendering them earlier would
 * delay that frame.
 */
function useControlsDue(video: DrivenVideo | undefined): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (video === undefined) return undefined;
    const draw = (): void => startTransition(() => setDue(true));
    const timer = setTimeout(draw, controlsDelayMs);
    const heard = new AbortController();
    for (const event of ['loadeddata', 'error']) {
      video.media.addEventListener(event, draw, { signal: heard.signal });
    }
    return () => {
      clearTimeout(timer);
      heard.abort();
    };
  }, [video]);
  return isDue;
}

/** Requests a converted form when a failure occurs that such a form may avoid. */
function useFormFailures(video: DrivenVideo | undefined, conversion: Conversion | undefined): void {
  const answer = useEffectEvent((playback: DrivenVideo['playback']) => {
    const { failure } = playback.getSnapshot();
    if (conversion?.isOpen && failure !== undefined && isFormFailure(failure)) conversion.begin(failure);
  });
  useEffect(() => video?.playback.subscribe(() => answer(video.playback)), [video]);
}

/** Connects the video with the operating system's media keys and screen wake lock. Renders nothing. */
function SystemLink({ video, now, skips }: { video: DrivenVideo; now: NowPlaying; skips: Skips }) {
  useMediaSession(video, now, skips);
  useWakeLock(video.playback);
  return null;
}
