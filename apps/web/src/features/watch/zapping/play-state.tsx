import { isSilence } from '@butaca/contract';
import type { PlaybackSnapshot } from '@butaca/player';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { lockedSentence } from '../../../shared/card/card.ts';
import { refreshUnresponsive } from '../../../shared/card/channels.queries.ts';
import { OnAir } from '../../../shared/guide/on-air.tsx';
import type { LineupChannel } from '../../../shared/card/lineup.ts';
import { usePlaybackPart, type DrivenVideo } from '../player/playback/use-playback.ts';

/**
 * Whether the channel that was opened plays: it is on its way, its video plays or is paused, or it has failed; `silent`:
 * it has failed because its provider delivers nothing.
 */
export type PlayState = 'opening' | 'playing' | 'failed' | 'silent';

function stateOf({ status, failure }: PlaybackSnapshot): PlayState {
  if (status === 'error') return failure !== undefined && isSilence(failure.code) ? 'silent' : 'failed';
  return status === 'idle' || status === 'loading' ? 'opening' : 'playing';
}

/** Tells the watch page whether the channel that was opened plays. Renders nothing. */
export function NotePlayState({
  driven,
  onChange,
}: {
  driven: DrivenVideo;
  onChange: (state: PlayState) => void;
}) {
  const state = usePlaybackPart(driven.playback, stateOf);
  useEffect(() => onChange(state), [state, onChange]);
  return null;
}

/** Renews the marks of the channels that do not respond when the opened channel turns out not to respond, or to play after all. */
export function useFreshMarks(state: PlayState, isMarked: boolean): void {
  const client = useQueryClient();
  const renew = useEffectEvent((reached: PlayState) => {
    if (reached === 'silent' || (reached === 'playing' && isMarked)) void refreshUnresponsive(client);
  });
  useEffect(() => renew(state), [state]);
}

/**
 * What a list says below the name of a channel: that it plays, that it does not respond, that the plan locks it, and what it
 * shows now.
 */
export function noteOf(
  { _id, section, locked }: LineupChannel,
  known: { playingId: string; state: PlayState; unresponsive: ReadonlySet<string> },
): ReactNode {
  if (locked) return <span>{lockedSentence}</span>;
  const isOpen = _id === known.playingId;
  const isSilent = isOpen ? known.state === 'silent' : known.unresponsive.has(_id);
  return (
    <>
      {isOpen && known.state === 'playing' ? (
        <span className="zap__now">Reproduciendo</span>
      ) : isSilent ? (
        <span>No responde</span>
      ) : null}
      <OnAir channelId={_id} scope={section} look="line" />
    </>
  );
}
