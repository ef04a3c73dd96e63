import type { Playback, PlaybackStatus } from '@butaca/player';
import { Button, IconButton } from '@butaca/ui';
import { RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { nameChapter } from '../progress/season-chapter.ts';
import { usePlaybackPart } from '../player/playback/use-playback.ts';
import { clockTime, type FurtherProgress } from '../progress/start-position.ts';

/** How long the button «Ver desde el principio» is shown after playback has resumed, in seconds of the film. */
const offeredSeconds = 15;

export interface StartNoticesProps {
  playback: Playback;
  /** Whether playback of the film or chapter resumed at a saved position. */
  isResumed: boolean;
  startSeconds: number | undefined;
  onRestart: () => void;
  further: FurtherProgress | undefined;
  onGoFurther: (further: FurtherProgress) => void;
  /**
   * The retry of a saved playback position that failed to load: whether it is in flight, and the functions behind the
   * notice's buttons «Reintentar» and «Cerrar aviso». `undefined` if the position loaded.
   */
  failedProgress: { isRetrying: boolean; onRetry: () => void; onForget: () => void } | undefined;
}

/**
 * The notices over the video about the position where playback started: resumed at a saved position, a position further
 * ahead on another device, or a saved position that failed to load.
 */
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

function furtherSentence({ seasonChapter, seconds, isOtherChapter }: FurtherProgress): string {
  const minute = `al minuto ${clockTime(seconds)}`;
  return seasonChapter !== undefined && isOtherChapter
    ? `En otro dispositivo llegaste a «${nameChapter(seasonChapter)}», ${minute}`
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
  // How long «Ver desde el principio» stays visible is measured by the position in the film, so that time spent
  // buffering does not count.
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
