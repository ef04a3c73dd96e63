import {
  ArrowLeft,
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Settings2,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import {
  MediaControlBar,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import {
  MediaAudioTrackMenuButton,
  MediaCaptionsMenuButton,
  MediaPlaybackRateMenuButton,
  MediaRenditionMenuButton,
} from 'media-chrome/react/menu';
import { seekStepSeconds } from '@butaca/contract';
import { useLiftedCaptions } from './captions/use-lifted-captions.ts';
import { PlayerMenus } from './menus/player-menus.tsx';
import { useEffect, useState, type ReactNode } from 'react';
import { every } from '../../../platform/base/clock.ts';
import { focusVideo, readLive, returnToLive } from './playback/player-actions.ts';
import type { NowPlaying } from './playback/use-media-session.ts';
import { usePlaybackPart, type DrivenVideo } from './playback/use-playback.ts';
import { useRememberedChoices } from './menus/use-remembered-choices.ts';

const icon = { className: 'player__icon', 'aria-hidden': true } as const;

interface PlayerControlsProps {
  video: DrivenVideo;
  isLiveExpected: boolean;
  /**
   * Additional buttons beside the play button of the player's control bar: on a channel, those that change the channel.
   */
  first?: ReactNode;
  /**
   * Additional buttons at the end of the player's control bar, after the buttons that open menus: help and touch lock.
   */
  last?: ReactNode;
}

/**
 * The menus and the bars at the bottom of the video, with all buttons. A live stream gets a seek bar only where a part of it
 * is kept.
 */
export function PlayerControls({ video, isLiveExpected, first, last }: PlayerControlsProps) {
  const { media, playback } = video;
  const isLive = usePlaybackPart(playback, (snapshot) => snapshot.isLive);
  const hasLength = usePlaybackPart(playback, (snapshot) => snapshot.durationSeconds !== null);
  const hasSeeking = useHasSeeking(playback);
  // Until the player knows whether a stream is live, a channel counts as live, and its playback speed cannot be
  // changed.
  const hasRate = hasLength || !(isLive || isLiveExpected);
  useRememberedChoices(media, hasRate);
  useLiftedCaptions(media);
  return (
    <>
      <PlayerMenus media={media} hasRate={hasRate} canLoadSubtitles={hasLength} />
      {hasSeeking ? (
        <MediaControlBar className="player__scrub">
          <MediaTimeRange />
        </MediaControlBar>
      ) : null}
      <MediaControlBar className="player__bar">
        <MediaPlayButton>
          <Play slot="play" {...icon} />
          <Pause slot="pause" {...icon} />
        </MediaPlayButton>
        {first}
        <MediaMuteButton>
          <VolumeX slot="off" {...icon} />
          <Volume1 slot="low" {...icon} />
          <Volume2 slot="medium" {...icon} />
          <Volume2 slot="high" {...icon} />
        </MediaMuteButton>
        <MediaVolumeRange />
        {isLive ? <LiveBadge media={media} /> : null}
        {hasLength ? <MediaTimeDisplay showDuration /> : null}
        <span className="player__gap" />
        <MediaCaptionsMenuButton className={hasLength ? 'player__captions' : undefined}>
          <Captions slot="on" {...icon} />
          <Captions slot="off" {...icon} />
        </MediaCaptionsMenuButton>
        <MediaAudioTrackMenuButton />
        {hasRate ? <MediaPlaybackRateMenuButton /> : null}
        <MediaRenditionMenuButton>
          <Settings2 slot="icon" {...icon} />
        </MediaRenditionMenuButton>
        {last}
        <MediaPipButton className="player__wide">
          <PictureInPicture2 slot="enter" {...icon} />
          <PictureInPicture2 slot="exit" {...icon} />
        </MediaPipButton>
        <MediaFullscreenButton>
          <Maximize slot="enter" {...icon} />
          <Minimize slot="exit" {...icon} />
        </MediaFullscreenButton>
      </MediaControlBar>
    </>
  );
}

const useHasSeeking = (playback: DrivenVideo['playback']): boolean =>
  usePlaybackPart(
    playback,
    (snapshot) => snapshot.canRewind || (snapshot.durationSeconds !== null && !snapshot.isSequential),
  );

/** How often the distance from the live edge is read, in ms: it grows while the video is paused. */
const liveEveryMs = 1_000;

/** Says whether a live stream is live or how far behind, and leads back. */
function LiveBadge({ media }: Pick<DrivenVideo, 'media'>) {
  const [behindSeconds, setBehind] = useState(0);
  useEffect(() => {
    const read = (): void => setBehind(readLive(media)?.behindSeconds ?? 0);
    const cancel = every(liveEveryMs, read);
    media.addEventListener('seeking', read);
    return () => {
      cancel();
      media.removeEventListener('seeking', read);
    };
  }, [media]);
  if (behindSeconds === 0) {
    return (
      <MediaLiveButton>
        <span slot="text">EN VIVO</span>
      </MediaLiveButton>
    );
  }
  const minutes = Math.floor(behindSeconds / 60);
  const seconds = String(behindSeconds % 60).padStart(2, '0');
  return (
    <button
      type="button"
      className="player__behind"
      aria-label={`Volver al directo, del que te separan ${minutes} min ${Number(seconds)} s`}
      onClick={() => {
        returnToLive(media);
        focusVideo(media.closest('.player'));
      }}
    >
      −{minutes}:{seconds} <span className="player__wide">Volver al directo</span>
    </button>
  );
}

/** The buttons in the middle of the video: seeking, playing and pausing. */
export function MiddleControls({ video: { media, playback } }: Pick<PlayerControlsProps, 'video'>) {
  const hasSeeking = useHasSeeking(playback);
  return (
    <>
      {hasSeeking ? <SeekBackward /> : null}
      <div className="player__toggle">
        {/* Once it is pressed it is hidden, so the video takes the focus. */}
        <MediaPlayButton className="player__play" onClick={() => focusVideo(media.closest('.player'))}>
          <Play slot="play" {...icon} />
          <Pause slot="pause" {...icon} />
        </MediaPlayButton>
        <MiddlePause media={media} />
      </div>
      {hasSeeking ? <SeekForward /> : null}
    </>
  );
}

interface FullscreenHeadProps {
  /** What plays. */
  now: NowPlaying;
  /** Leaves the watch page, with the button beside the title. */
  onBack: () => void;
}

/** The title and the way back over the video in full screen, where the page's own header is not visible. */
export function FullscreenHead({ now, onBack }: FullscreenHeadProps) {
  return (
    <>
      {/* The arrow keys reach it from the video only: ↑ on the bar leads to the video. */}
      <button
        type="button"
        className="player__button player__back"
        aria-label="Volver"
        tabIndex={-1}
        onClick={onBack}
      >
        <ArrowLeft {...icon} />
      </button>
      <p>
        <b>{now.title}</b>
        {now.artist}
      </p>
    </>
  );
}

/**
 * Pauses with a click or tap in the middle of the video. The keyboard has the button in the bar: one that disappears when
 * it is pressed would lose the focus.
 */
function MiddlePause({ media }: Pick<DrivenVideo, 'media'>) {
  return (
    <button
      type="button"
      className="player__pause"
      aria-label="Pausar"
      tabIndex={-1}
      onClick={() => {
        media.pause();
        focusVideo(media.closest('.player'));
      }}
    >
      <Pause {...icon} />
    </button>
  );
}

function SeekBackward() {
  return (
    <MediaSeekBackwardButton seekOffset={seekStepSeconds}>
      <span slot="icon" className="player__step">
        <RotateCcw {...icon} />
        <i>{seekStepSeconds}</i>
      </span>
    </MediaSeekBackwardButton>
  );
}

function SeekForward() {
  return (
    <MediaSeekForwardButton seekOffset={seekStepSeconds}>
      <span slot="icon" className="player__step">
        <RotateCw {...icon} />
        <i>{seekStepSeconds}</i>
      </span>
    </MediaSeekForwardButton>
  );
}
