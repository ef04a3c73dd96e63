import type { SourceVerdict } from '@butaca/contract';
import type { StreamTiming } from '../stream/stream.ts';
import type { ChannelConnection } from './channel-connection.ts';
import type { Standby } from './standby.ts';

/**
 * What the silence of a source means. `suspect`: another source may be opened beside it · `late`: another source that is
 * ready takes its place · `useless`: it is left also where no other source stands by, because it sends something else than
 * the channel · `lost`: it is left in any case.
 */
type SilenceStage = 'suspect' | 'late' | 'useless' | 'lost';

/** How many times longer than usual the picture may stop while the sound goes on. */
const picturePatience = 3;

type SilenceTiming = Pick<StreamTiming, 'standbyMs' | 'leaveMs' | 'silenceMs'>;

/**
 * Looks at the present pause of a connection, and lets another source stand by where the pause is longer than usual.
 *
 * @param isLone - whether the channel has no other source
 * @returns why the connection is to be left now; `undefined` where it is not
 */
export function reviewSilence(
  connection: ChannelConnection,
  standby: Pick<Standby, 'prepare' | 'isOpen' | 'isReady'>,
  { isLone, timing }: { isLone: boolean; timing: SilenceTiming },
): SourceVerdict | undefined {
  const judged = judgeSilence(connection, isLone, timing);
  if (judged === undefined) return undefined;
  const { stage, verdict } = judged;
  if (!isLone) standby.prepare(connection.opened.address);
  const isFollowed = stage !== 'suspect' && standby.isReady();
  const isLost = stage === 'lost' || (stage === 'useless' && !standby.isOpen());
  return isFollowed || isLost ? verdict : undefined;
}

/** Judges the present pause of a connection. @returns `undefined` for a pause that is usual, or that has to be waited for */
function judgeSilence(
  connection: ChannelConnection,
  isLone: boolean,
  timing: SilenceTiming,
): { stage: SilenceStage; verdict: SourceVerdict } | undefined {
  // What never was MPEG-TS is passed on as it is.
  if (connection.isForeign() && !connection.isHeldBack()) return undefined;
  const { pauses } = connection;
  const [silentMs, usualMs] = [pauses.silentMs(), pauses.usualMs()];
  if (silentMs < Math.min(timing.silenceMs, usualMs + timing.standbyMs)) return undefined;
  const verdict = connection.judgeSilence();
  // A source without others may just be slow, and its connection has a time limit of its own.
  if (verdict === 'starving' && isLone) return undefined;
  const isSounding = connection.isSounding();
  // Radio shows pictures at long intervals.
  if (isSounding && silentMs < picturePatience * usualMs) return undefined;
  if (silentMs >= timing.silenceMs) return { stage: 'lost', verdict };
  if (silentMs < usualMs + timing.leaveMs) return { stage: 'suspect', verdict };
  return { stage: verdict === 'starving' || isSounding ? 'late' : 'useless', verdict };
}
