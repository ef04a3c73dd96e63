import type { PlaybackSource } from '@butaca/player';

/** What a television gets to play; `undefined` if the server's answer has no address for it. */
export type CastStream = Pick<PlaybackSource, 'src' | 'kind'> | undefined;

/** The ways in which browsers send what they play to a television: Chromium's and Safari's. */
type CastWay = 'remote' | 'airplay';

/** The members of Safari's video element for AirPlay; absent in other browsers. */
export interface AirplayVideo extends HTMLVideoElement {
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
}

/** Finds the way in which this browser can send a video to a television; `undefined` where it cannot. */
export function findCastWay(): CastWay | undefined {
  const { prototype } = HTMLVideoElement;
  if ('webkitShowPlaybackTargetPicker' in prototype) return 'airplay';
  return 'remote' in prototype ? 'remote' : undefined;
}
