import { lazyPart } from '@butaca/ui';
import type { PlaybackSource } from '@butaca/player';
import { useState, type ReactNode, type RefObject } from 'react';
import { isTelevision } from '../../../../platform/television.ts';
import { outputAbilities } from '../../../../shared/output/output.ts';
import type { DrivenVideo } from '../playback/use-playback.ts';
import { findCastWay, type CastStream } from './cast-stream.ts';

const casting = lazyPart(async () => (await import('./casting.tsx')).Casting);

/** What plays in the page while a television plays the stream `of`, and afterwards. */
interface Cast {
  of: PlaybackSource;
  /** `undefined` while the television plays. */
  here: PlaybackSource | undefined;
}

/**
 * Keeps whether a television plays the player's stream instead of the page.
 *
 * @param source - what the page is to play
 * @param renewSource - requests a new address of it: the old one is no longer valid after the television has played
 * @returns `shown`, what the page plays at present, and `note` to change that
 */
export function useCast(source: PlaybackSource | undefined, renewSource: () => Promise<PlaybackSource>) {
  const [cast, setCast] = useState<Cast>();
  const shown = cast !== undefined && cast.of === source ? cast.here : source;
  const change = (here: PlaybackSource | undefined): void => setCast(source && { of: source, here });
  return {
    shown,
    begin: () => change(undefined),
    async end(seconds: number): Promise<void> {
      // Without a new address the old one is opened, and the player says why it does not play.
      const renewed = (await renewSource().catch(() => source)) ?? source;
      const isLive = source?.expectedStreamType === 'live';
      change(renewed && { ...renewed, ...(!isLive && { startSeconds: seconds }) });
    },
  };
}

interface CastControlProps {
  cast: ReturnType<typeof useCast>;
  source: PlaybackSource | undefined;
  video: DrivenVideo;
  title: string;
  fetchStream: (() => Promise<CastStream>) | undefined;
  stage: RefObject<HTMLElement | null>;
}

/** The button that sends what plays to a television, in browsers that can do so; its code is loaded there only. */
export function CastControl({ cast, source, video, title, fetchStream, stage }: CastControlProps): ReactNode {
  // A player outside of the page plays the stream by itself.
  const [isPossible] = useState(
    () => outputAbilities() === undefined && findCastWay() !== undefined && !isTelevision(),
  );
  const { Part: Casting } = casting.usePart(isPossible && source !== undefined && fetchStream !== undefined);
  if (Casting === undefined || source === undefined || fetchStream === undefined) return null;
  return (
    <Casting
      key={source.src}
      title={title}
      fetchStream={fetchStream}
      readPosition={() => (video.playback.getSnapshot().isLive ? undefined : video.media.currentTime)}
      stage={stage}
      onBegin={cast.begin}
      onEnd={(seconds) => void cast.end(seconds)}
    />
  );
}
