import type { PlaybackMedia } from '../playback/playback.ts';
import type { StreamVideo } from './stream-video.ts';

/** The element of the player's page in which media play: `<stream-video>`, or `<output-video>` for another player. */
export type PlayerMedia = HTMLElement &
  Omit<PlaybackMedia, 'currentTime'> &
  Pick<
    StreamVideo,
    | 'audioTracks'
    | 'currentTime'
    | 'defaultPlaybackRate'
    | 'liveEdgeStart'
    | 'playbackRate'
    | 'seekable'
    | 'seeking'
    | 'textTracks'
    | 'videoRenditions'
    | 'volume'
  > & {
    /** The `<video>` that shows the picture; absent where another player shows it. */
    readonly video?: HTMLVideoElement;
    /** Closes the stream in another player, before the next one is known. */
    stop?(): void;
  };
