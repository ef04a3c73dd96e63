/*
 * The script of the page on which the player is tested: one <stream-video> element and its driver, configured by the
 * URL (`?kind=hls&src=/vod/master.m3u8&run=1`). The page sends reports of its state to the test server, because a query
 * by browser automation would count as user activation.
 */
import {
  createPlayback,
  defineStreamVideo,
  type PlaybackSnapshot,
  type PlaybackSource,
  type StreamKind,
} from '@butaca/player';

/** The state of the player that the page under test reports to the test server. */
export interface PageReport {
  /** The number of this report, from 1: reports may arrive in another order than they were sent. */
  number: number;
  status: string;
  currentTimeSeconds: number;
  durationSeconds: number | null;
  isLive: boolean;
  isAutoplayMuted: boolean;
  isReconnecting: boolean;
  isSequential: boolean;
  failure?: { source: string; code: string; httpStatus?: number; fatal: boolean; retryAfterMs?: number };
  streamType: string;
  framesShown: number;
  audioBytes: number;
  renditions: number[];
  /** The names of the stream's audio tracks, the playing track first. */
  sounds: string[];
  renewals: number;
  /** For each attempt of the page to unmute its video without a click by a person, whether the attempt succeeded. */
  unmuted: boolean[];
  /** Violations of the page's content security policy. */
  refusedByPolicy: string[];
}

declare global {
  interface Window {
    openSource: (source: PlaybackSource) => void;
    chooseSound: (name: string) => void;
    readPlayback: () => PlaybackSnapshot;
    trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };
  }
}

window.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url });
defineStreamVideo({ hlsWorkerUrl: '/hls.worker.js' });
const media = document.createElement('stream-video');
document.body.append(media);

let reportsSent = 0;
let renewals = 0;
const unmuted: boolean[] = [];
const refusedByPolicy: string[] = [];
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refusedByPolicy.push(blockedURI));
const playback = createPlayback(media, {
  renewSource: async () => {
    renewals += 1;
    return { kind: 'file', src: '/film.mp4' };
  },
});

const asked = new URLSearchParams(location.search);

function report(): void {
  reportsSent += 1;
  const told: PageReport = {
    number: reportsSent,
    ...playback.getSnapshot(),
    streamType: media.streamType,
    framesShown: media.getVideoPlaybackQuality().totalVideoFrames,
    audioBytes: media.decodedAudioBytes ?? -1,
    renditions: [...media.videoRenditions].map(({ height }) => height),
    sounds: [...media.audioTracks]
      .toSorted((a, b) => Number(b.enabled) - Number(a.enabled))
      .map(({ label }) => label),
    renewals,
    unmuted,
    refusedByPolicy,
  };
  navigator.sendBeacon(`/reports/${asked.get('run')}`, JSON.stringify(told));
}

playback.subscribe(report);
if (asked.get('unmute') === 'unasked') {
  const stop = playback.subscribe(() => {
    const { isAutoplayMuted, currentTimeSeconds } = playback.getSnapshot();
    if (!isAutoplayMuted || currentTimeSeconds < 1) return;
    stop();
    void playback.unmute().then((isOn) => unmuted.push(isOn));
  });
}
document.querySelector('button')?.addEventListener('click', () => void playback.unmute());
window.chooseSound = (name) => {
  const track = [...media.audioTracks].find(({ label }) => label === name);
  if (track) track.enabled = true;
};
window.readPlayback = () => playback.getSnapshot();
window.openSource = (source) => playback.open(source);

const src = asked.get('src');
const start = asked.get('start');
if (src !== null) {
  const kind = asked.get('kind') as StreamKind;
  playback.open({ src, kind, ...(start !== null && { startSeconds: Number(start) }) });
}
report();
