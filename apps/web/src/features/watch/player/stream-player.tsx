import { classes } from '@butaca/ui';
import { defineStreamVideo, type OutputVideo, type PlaybackSource, type StreamVideo } from '@butaca/player';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { MediaController } from 'media-chrome/react';
import 'media-chrome/lang/es.js';
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { outputAbilities } from '../../../shared/output/output.ts';
import type { CastStream } from './cast/cast-stream.ts';
import { CastControl, useCast } from './cast/use-casting.tsx';
import { mayConversionHelp, type Conversion } from './failure/conversion-rules.ts';
import { HelpButton } from './keys/help-button.tsx';
import { PlayerPoster } from './player-placeholder.tsx';
import { FullscreenHead, MiddleControls, PlayerControls } from './player-controls.tsx';
import { PlayerTouch, usePlayerTouch } from './touch/player-touch.tsx';
import { PlayerOverlay, type PlayerOverlayProps } from './failure/player-overlay.tsx';
import { LockButton } from './touch/touch-lock.tsx';
import { useMediaSession, type NowPlaying, type Skips } from './playback/use-media-session.ts';
import { usePlayback, type DrivenVideo } from './playback/use-playback.ts';
import { usePlayerKeys } from './keys/use-player-keys.ts';
import { useWakeLock } from './playback/use-wake-lock.ts';
import './player.css';
import { after } from '../../../platform/base/clock.ts';

defineStreamVideo({ hlsWorkerUrl });

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'stream-video': React.DetailedHTMLProps<React.HTMLAttributes<StreamVideo>, StreamVideo>;
      'output-video': React.DetailedHTMLProps<
        React.HTMLAttributes<OutputVideo> & {
          'has-next'?: string | undefined;
          onnextrequest?: (() => void) | undefined;
        },
        OutputVideo
      >;
    }
  }
}

interface StreamPlayerProps extends Omit<PlayerOverlayProps, 'playback'> {
  /**
   * The stream to play, opened whenever it changes; without a source the player stays mounted, also in full screen, and
   * waits for one.
   */
  source: PlaybackSource | undefined;
  /**
   * The id of the film, chapter or channel, which stays the same when its stream URL changes: the overlay is reset when
   * this id changes.
   */
  subject?: string | undefined;
  isChannel?: boolean;
  /**
   * The functions that open the next and the previous chapter of a series, or channel, for the player's keys and the
   * system's media keys.
   */
  skips?: Skips | undefined;
  now: NowPlaying;
  /** The picture that is shown until the first frame. */
  posterUrl?: string | undefined;
  renewSource: () => Promise<PlaybackSource>;
  /** Requests the address at which a television plays what plays here. */
  fetchCast?: (() => Promise<CastStream>) | undefined;
  /**
   * Renders the watch page's own overlay over the video: notices, the offer of a series' next chapter, the channel
   * list.
   */
  layer?: ((video: DrivenVideo) => ReactNode) | undefined;
  /** The watch page's own buttons beside the play button of the player's control bar. */
  buttons?: ReactNode;
  /** Called when ↑ is pressed while the video has the focus in full screen; a channel then opens its channel list. */
  onUp?: (() => void) | undefined;
}

const noSkips: Skips = {};

/** The video of the watch page with its controls and overlays, in an aspect ratio of 16:9. */
export function StreamPlayer({
  source,
  subject,
  isChannel = false,
  skips = noSkips,
  now,
  posterUrl,
  renewSource,
  fetchCast,
  layer,
  buttons,
  onUp,
  ...overlay
}: StreamPlayerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const controller = useRef<MediaControllerElement>(null);
  const cast = useCast(source, renewSource);
  const { attach, video } = usePlayback(cast.shown, renewSource);
  const areControlsDue = useControlsDue(video);
  const controlled = areControlsDue ? video : undefined;
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
  // The hook that requests the film converted to HLS subscribes to failures only after the new source was opened, so
  // that it does not react to a failure of the previous source.
  useFormFailures(video, overlay.conversion);
  const { isLoading } = overlay;
  useEffect(() => {
    if (!isLoading || video === undefined) return;
    // A player outside of the page closes its connection before the next chapter is requested.
    if (video.media.stop === undefined) video.media.pause();
    else video.media.stop();
  }, [isLoading, video]);
  useEffect(() => {
    // The player's outer element goes full screen, because it contains the overlays as well as the video.
    if (controller.current && stage.current) controller.current.fullscreenElement = stage.current;
    // The video takes the focus when the player is mounted, so that the player's keys work without a click.
    controller.current?.focus({ preventScroll: true });
  }, []);
  const swipes = isChannel ? skips : noSkips;
  return (
    <div className={classes('player', swipes.onNext && 'player--swipes')} ref={stage} {...keys}>
      <MediaController
        className="player__chrome"
        ref={controller}
        lang="es"
        // The hot keys of the library media-chrome are turned off: the player handles keys itself, and the arrow keys
        // must move the focus between the controls, as a remote control needs.
        noHotkeys
        autohide="3"
        noMutedPref
      >
        <MediaElement attach={attach} title={now.title} onNext={skips.onNext} />
        {/* Safari's engine renders all children of a shadow host anew, the video included, when one is added or removed;
            WebKitGTK then stops a muted video. So these three stay, and what they hold comes later. */}
        <div slot="top-chrome" className="player__head">
          {controlled && <FullscreenHead now={now} onBack={overlay.onBack} />}
        </div>
        <div slot="centered-chrome" className="player__mid">
          {controlled && <MiddleControls video={controlled} />}
        </div>
        <div className="player__low">
          {controlled && (
            <PlayerControls
              video={controlled}
              isLiveExpected={isChannel}
              first={buttons}
              last={
                <>
                  <HelpButton onOpen={touch.openHelp} />
                  <LockButton onLock={touch.lock} />
                  <CastControl
                    {...{ cast, source, video: controlled, stage }}
                    title={now.title}
                    fetchStream={fetchCast}
                  />
                </>
              }
            />
          )}
        </div>
      </MediaController>
      <PlayerPoster url={posterUrl} />
      {video === undefined ? null : (
        <>
          <PlayerOverlay
            key={subject}
            {...overlay}
            isChannel={isChannel}
            playback={video.playback}
            onRetry={() => {
              // «Reintentar» is removed from the page when it is pressed, so the video takes the focus.
              controller.current?.focus({ preventScroll: true });
              overlay.onRetry();
            }}
          />
          {layer?.(video)}
          <PlayerTouch stage={stage} video={video} touch={touch} isChannel={isChannel} swipes={swipes} />
          <SystemLink video={video} now={now} skips={skips} />
        </>
      )}
    </div>
  );
}

interface MediaElementProps {
  attach: ReturnType<typeof usePlayback>['attach'];
  title: string;
  onNext: (() => void) | undefined;
}

/**
 * The element in which media play. Which one is decided once, because the answer with the stream's URL was requested for
 * its formats.
 */
function MediaElement({ attach, title, onNext }: MediaElementProps) {
  const [isOutside] = useState(() => outputAbilities() !== undefined);
  if (!isOutside) return <stream-video slot="media" ref={attach} />;
  return (
    <output-video slot="media" ref={attach} title={title} has-next={onNext && ''} onnextrequest={onNext} />
  );
}

/** The delay after which the player's controls are shown even if no video frame has loaded. */
const controlsDelayMs = 400;

/**
 * Whether the player's controls may be rendered: only after the first video frame has loaded, because rendering them
 * earlier would delay that frame.
 */
function useControlsDue(video: DrivenVideo | undefined): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (video === undefined) return undefined;
    const draw = (): void => startTransition(() => setDue(true));
    const cancel = after(controlsDelayMs, draw);
    const heard = new AbortController();
    for (const event of ['loadeddata', 'error']) {
      video.media.addEventListener(event, draw, { signal: heard.signal });
    }
    return () => {
      cancel();
      heard.abort();
    };
  }, [video]);
  return isDue;
}

/**
 * Requests the film converted to HLS when playback fails in a way that a conversion may cure, such as an unsupported
 * codec.
 */
function useFormFailures(video: DrivenVideo | undefined, conversion: Conversion | undefined): void {
  const answer = useEffectEvent((playback: DrivenVideo['playback']) => {
    const { failure } = playback.getSnapshot();
    if (conversion?.isOpen && failure !== undefined && mayConversionHelp(failure)) conversion.begin(failure);
  });
  useEffect(() => video?.playback.subscribe(() => answer(video.playback)), [video]);
}

/** Connects the playing video with the operating system's media keys and screen wake lock. Renders nothing. */
function SystemLink({ video, now, skips }: { video: DrivenVideo; now: NowPlaying; skips: Skips }) {
  useMediaSession(video, now, skips);
  useWakeLock(video.playback);
  return null;
}
