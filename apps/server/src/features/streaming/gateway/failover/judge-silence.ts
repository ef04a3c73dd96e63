import type { SourceVerdict } from '@butaca/contract';
import type { StreamTiming } from '../stream/stream.ts';
import type { ChannelConnection } from './channel-connection.ts';

/**
 * What the silence of a source means. `suspect`: another source may be opened beside it · `late`: another source that is
 * ready takes its place · `useless`: it is left also where no other source stands by, because it sends something else than
 * the channel · `lost`: it is left in any case.
 */
type SilenceStage = 'suspect' | 'late' | 'useless' | 'lost';

/** How many times longer than usual the picture may stop while the sound goes on. */
const picturePatience = 3;

/**
 * Judges the present pause of a connection.
 *
 * @param isLone - whether the channel has no other source
 * @returns `undefined` for a pause that is usual, or that has to be waited for
 */
export function judgeSilence(
  connection: ChannelConnection,
  isLone: boolean,
  timing: Pick<StreamTiming, 'standbyMs' | 'leaveMs' | 'silenceMs'>,
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
