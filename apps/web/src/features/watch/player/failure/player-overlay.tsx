import type { Playback, PlaybackFailure, PlaybackStatus } from '@butaca/player';
import { endsSession } from '@butaca/contract';
import { Button, Spinner } from '@butaca/ui';
import { Volume2 } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { announceSessionEnd } from '../../../../platform/api/session-end.ts';
import { mayConversionHelp, type Conversion } from './conversion-rules.ts';
import { failureSentence, serverAway, type ShownFailure } from './failure-sentence.ts';
import { FatalFailure, type FailureStage } from './fatal-failure.tsx';
import { LateChannel, useLateness } from './late-channel.tsx';
import { PlaybackWarning } from './playback-warning.tsx';
import { usePlaybackPart } from '../playback/use-playback.ts';

const withoutSeeking =
  'El servidor de este título no permite adelantar ni retroceder: solo se puede ver desde el principio.';
const reconnecting = 'Se perdió la conexión con el video. Reconectando...';

export interface PlayerOverlayProps {
  playback: Playback;
  /** Requests a new stream URL when the person presses «Reintentar». */
  onRetry: () => void;
  /** Whether the request for a new stream URL, which «Reintentar» started, is in flight. */
  isRetrying: boolean;
  /** Why the last press of «Reintentar» got no new stream URL. */
  retryFailure?: ShownFailure | undefined;
  /**
   * Whether another source, such as the next chapter's, is about to replace the present one, so that a failure of the
   * present one is not shown.
   */
  isLoading?: boolean;
  /** The request for a conversion to HLS, for a film whose original file the browser does not play. */
  conversion?: Conversion;
  /**
   * Called when the minutes of the daily trial (free viewing of titles that the plan does not open) end during
   * playback; the watch page then shows that the trial is used up.
   */
  onTrialSpent?: (() => void) | undefined;
  /**
   * The panel shown over the video when as many devices of the account play as its plan allows; its `onFree` starts
   * playback on this device.
   */
  streamLimit: ComponentType<{ onFree: () => void }>;
  /** Says where apps are that may play a file which neither the browser nor the server can; nothing if there are none. */
  appsHint?: ComponentType<{ code: string }> | undefined;
  isChannel?: boolean | undefined;
  /** Opens the next channel from the panel that says why this one does not play; absent if there is none. */
  onNextChannel?: (() => void) | undefined;
  /** Leaves the watch page; called by the button «Volver». */
  onBack: () => void;
}

/**
 * The player's own overlay over the video: the spinner, the button «Activar sonido», a warning, or why the video does
 * not play.
 */
export function PlayerOverlay(props: PlayerOverlayProps) {
  const { playback, onRetry, isRetrying, retryFailure, isLoading = false, conversion, onTrialSpent } = props;
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const isReconnecting = usePlaybackPart(playback, (snapshot) => snapshot.isReconnecting);
  const isServerAway = usePlaybackPart(playback, (snapshot) => snapshot.isServerAway);
  const isSequential = usePlaybackPart(playback, (snapshot) => snapshot.isSequential);
  const failure = usePlaybackPart(playback, (snapshot) => snapshot.failure);
  // How far playback has come; each stage has its own failure sentence (docs/requisitos.md, R8.9).
  const [stage, setStage] = useState<FailureStage>('starting');
  // When the player's overlay is mounted for a new source, the playback status may still be `playing` from the previous
  // source.
  const [isOwn, setOwn] = useState(status !== 'playing');
  if (!isOwn && status !== 'playing') setOwn(true);
  if (isOwn && status === 'playing' && stage !== 'playing') setStage('playing');
  // The playback failure after which the person pressed «Reintentar»: it is not shown again while the retry is in
  // flight.
  const [retried, setRetried] = useState<PlaybackFailure>();
  // A failure that playing the film converted to HLS may avoid is shown only once the server has said that it offers no
  // conversion.
  const isConverting = conversion?.isOpen === true && failure !== undefined && mayConversionHelp(failure);
  const isWaiting =
    isLoading || isRetrying || isConverting || (failure === retried && retryFailure === undefined);
  const [waits, setWaits] = useState(0);
  if (status === 'playing' && waits > 0) setWaits(0);

  const isUnplayed = stage !== 'playing' && (status === 'loading' || status === 'idle');
  const isLate = useLateness(props.isChannel === true && isUnplayed && !isServerAway);

  useEffect(() => {
    if (failure !== undefined && endsSession(failure.code)) announceSessionEnd();
    if (failure?.code === 'trial.spent') onTrialSpent?.();
  }, [failure, onTrialSpent]);

  if (status === 'error' && failure !== undefined && !isWaiting) {
    const retry = (): void => {
      setStage('retrying');
      setRetried(failure);
      onRetry();
    };
    return (
      <FatalFailure
        {...props}
        failure={failure}
        stage={stage}
        waits={waits}
        onRetry={retry}
        onWaited={() => {
          setWaits(waits + 1);
          retry();
        }}
      />
    );
  }
  if (isLate) return <LateChannel onNext={props.onNextChannel} onBack={props.onBack} />;
  return (
    <div className="player__over">
      <WaitNotice
        status={isLoading ? 'loading' : status}
        lost={isReconnecting ? (isServerAway ? serverAway : reconnecting) : undefined}
      />
      <SoundButton playback={playback} />
      {isSequential ? <PlaybackWarning sentence={withoutSeeking} /> : null}
      {failure === undefined || failure.fatal || isConverting || conversion?.end?.isNeedless ? null : (
        <PlaybackWarning
          key={failure.code}
          sentence={[failureSentence(failure), conversion?.end?.refusal].filter(Boolean).join(' ')}
        />
      )}
    </div>
  );
}

/**
 * What the player shows while it waits for media: a spinner, and a sentence when the stream was lost and is requested
 * again. While the buffer still plays, the sentence alone is shown.
 */
function WaitNotice({ status, lost }: { status: PlaybackStatus; lost: string | undefined }) {
  const label = lost ?? 'Cargando video...';
  if (status === 'buffering') return <Spinner size="lg" label={label} showLabel={lost !== undefined} />;
  if (status === 'loading' || status === 'idle' || status === 'error') {
    return <Spinner size="lg" label={label} showLabel />;
  }
  return lost === undefined ? null : (
    <p className="player__warning" role="status">
      {lost}
    </p>
  );
}

/** The button «Activar sonido», shown if the browser allowed autoplay only without sound. */
function SoundButton({ playback }: { playback: Playback }) {
  if (!usePlaybackPart(playback, (snapshot) => snapshot.isAutoplayMuted)) return null;
  return (
    <Button
      className="player__sound"
      variant="primary"
      icon={<Volume2 className="ico" aria-hidden />}
      onClick={() => void playback.unmute()}
    >
      Activar sonido
    </Button>
  );
}
