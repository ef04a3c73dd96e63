import { playbackErrors } from '@butaca/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LogoArt, PremiumDialog } from '../../../shared/access/premium-dialog.tsx';
import { ApiError, messageOf } from '../../../platform/api/api-error.ts';
import { readAccessDenied } from '../../../shared/access/access-denied.ts';
import { imageAddress } from '../../../platform/api/image-address.ts';
import type { ShownFailure } from '../player/failure/failure-sentence.ts';
import { PlayerPlaceholder } from '../player/player-placeholder.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { useServerReturn } from './use-server-return.ts';
import { useGoBack, useWatchOrigin } from './watch-origin.ts';

/**
 * The state of the watch page's «Reintentar» button, which requests the film or channel again after it did not play.
 */
export interface Attempt {
  onRetry: () => void;
  /** Whether the request that «Reintentar» started is in flight. */
  isRetrying: boolean;
  /**
   * Why the last press of «Reintentar» led to no playback; `undefined` if it succeeded or the button was not pressed.
   */
  retryFailure: ShownFailure | undefined;
}

interface WatchLoadProps<T> {
  query: UseQueryResult<T | null>;
  /**
   * Called when the dialog says that the person's plan does not open this title, and the person chooses the daily trial
   * (some free minutes of such titles).
   */
  onUseTrial: () => void;
  /**
   * Whether the minutes of the daily trial (free viewing of titles that the person's plan does not open) are used up.
   */
  isTrialSpent?: boolean;
  children: (item: T, attempt: Attempt) => ReactNode;
}

/**
 * Loads the film, series or channel of a watch page, and shows the page as loading, failed, denied by the person's
 * plan, or loaded.
 */
export function WatchLoad<T>({ query, onUseTrial, isTrialSpent = false, children }: WatchLoadProps<T>) {
  const { title, backdrop, poster, logo, colour } = useWatchOrigin();
  const goBack = useGoBack();
  const { data, error, isPending, refetch } = query;
  useServerReturn(query);
  const answered = readAccessDenied(error);
  // The server rounds the last seconds of a daily trial up to one remaining minute, which can no longer be used, so the
  // dialog about the missing plan shows zero.
  const denied =
    answered !== undefined && isTrialSpent
      ? { ...answered, trialMinutesRemaining: 0, trialMessage: playbackErrors['trial.spent'].sentence }
      : answered;

  if (denied !== undefined) {
    return (
      <WatchFrame
        title={title ?? ''}
        colour={colour}
        video={
          <PlayerPlaceholder>
            <PremiumDialog
              denied={denied}
              art={title && <LogoArt name={title} logoUrl={logo && imageAddress(logo)} colour={colour} />}
              onClose={goBack}
              onUseTrial={onUseTrial}
            />
          </PlayerPlaceholder>
        }
      />
    );
  }
  if (isPending) {
    return (
      <WatchFrame
        title={title ?? ''}
        colour={colour}
        groundUrl={backdrop ?? poster}
        video={<PlayerPlaceholder posterUrl={backdrop ?? undefined} isLoading />}
      />
    );
  }
  if (data === undefined) {
    return (
      <WatchFailure
        sentence={`No se pudo cargar el contenido. ${messageOf(error, 'Error desconocido.')}`}
        onRetry={isGone(error) ? undefined : () => void refetch()}
      />
    );
  }
  if (data === null) return <WatchFailure sentence="No se recibieron datos del backend." />;
  return children(data, readAttempt(query));
}

/** The message for an answer without an id, as backends other than ours may send: it is about no item. */
export const itemMissing = 'Información del contenido no disponible.';

/** Whether the film, series or channel does not exist, so that another request would get the same answer. */
export const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** Derives the state of the «Reintentar» button from the query of the film or channel. */
export const readAttempt = ({ error, isFetching, refetch }: UseQueryResult): Attempt => ({
  onRetry: () => void refetch(),
  isRetrying: isFetching,
  retryFailure: error
    ? {
        code: error instanceof ApiError ? error.code : '',
        sentence: messageOf(error, 'Error desconocido.'),
      }
    : undefined,
});
