import type { Playback, PlaybackStatus } from '@butaca/player';
import { Button, IconButton } from '@butaca/ui';
import { RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { nameChapter } from '../progress/season-chapter.ts';
import { usePlaybackPart } from '../player/playback/use-playback.ts';
import { clockTime, type FurtherProgress } from '../progress/start-position.ts';

/** How long the button «Ver desde el principio» is shown, in seconds of the film. */
const offeredSeconds = 15;

export interface StartNoticesProps {
  playback: Playback;
  /** Whether playback resumed at a saved position. */
  isResumed: boolean;
  startSeconds: number | undefined;
  onRestart: () => void;
  further: FurtherProgress | undefined;
  onGoFurther: (further: FurtherProgress) => void;
  /**
   * The state of the retry, and the functions that retry and give up; set only if the saved position could not be
   * loaded.
   */
  failedProgress: { isRetrying: boolean; onRetry: () => void; onForget: () => void } | undefined;
}

/** The notices about the start position: resumed, further ahead on another device, or position not loaded. */
export function StartNotices(props: StartNoticesProps) {
  const { playback, further, failedProgress } = props;
  const [isClosed, setClosed] = useState(false);
  if (failedProgress !== undefined) {
    return (
      <Note onClose={failedProgress.onForget}>
        <span>No se pudo recuperar por dónde ibas</span>
        <Button
          variant="second"
          size="xs"
          loading={failedProgress.isRetrying}
          onClick={failedProgress.onRetry}
        >
          Reintentar
        </Button>
      </Note>
    );
  }
  if (further !== undefined && !isClosed) {
    return (
      <Note onClose={() => setClosed(true)}>
        <span>{furtherSentence(further)}</span>
        <Button
          variant="second"
          size="xs"
          onClick={() => {
            setClosed(true);
            props.onGoFurther(further);
          }}
        >
          Ir ahí
        </Button>
      </Note>
    );
  }
  return props.isResumed && props.startSeconds !== undefined ? (
    <RestartOffer playback={playback} startSeconds={props.startSeconds} onRestart={props.onRestart} />
  ) : null;
}

function furtherSentence({ place, seconds, isOtherChapter }: FurtherProgress): string {
  const minute = `al minuto ${clockTime(seconds)}`;
  return place !== undefined && isOtherChapter
    ? `En otro dispositivo llegaste a «${nameChapter(place)}», ${minute}`
    : `En otro dispositivo llegaste ${minute}`;
}

function Note({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className="layer__note" role="status">
      {children}
      <IconButton label="Cerrar aviso" onClick={onClose}>
        <X className="ico" aria-hidden />
      </IconButton>
    </div>
  );
}

interface RestartOfferProps {
  playback: Playback;
  startSeconds: number;
  onRestart: () => void;
}

function RestartOffer({ playback, startSeconds, onRestart }: RestartOfferProps) {
  const [isUsed, setUsed] = useState(false);
  // How long the button stays visible is measured by the position in the film, so that buffering does not count.
  const isNew = usePlaybackPart(
    playback,
    ({ status, currentTimeSeconds }) =>
      shownStatuses.includes(status) && Math.abs(currentTimeSeconds - startSeconds) <= offeredSeconds,
  );
  if (isUsed || !isNew) return null;
  return (
    <Button
      variant="second"
      size="sm"
      icon={<RotateCcw className="ico" aria-hidden />}
      onClick={() => {
        setUsed(true);
        onRestart();
      }}
    >
      Ver desde el principio
    </Button>
  );
}

const shownStatuses: readonly PlaybackStatus[] = ['playing', 'paused', 'buffering'];
