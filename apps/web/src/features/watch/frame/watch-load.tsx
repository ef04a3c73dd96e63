import { playbackErrors } from '@butaca/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LogoArt, PremiumDialog } from '../../../shared/access/premium-dialog.tsx';
import { ApiError, messageOf, readAccessDenied } from '../../../platform/api/api-error.ts';
import { imageAddress } from '../../../platform/api/image-address.ts';
import type { ShownFailure } from '../player/failure/failure-sentence.ts';
import { PlayerPlaceholder } from '../player/player-placeholder.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { useGoBack, useWatchOrigin } from './watch-origin.ts';

/** The state of the person's retry after a video did not play. */
export interface Attempt {
  onRetry: () => void;
  /** Whether a retry is in flight. */
  isRetrying: boolean;
  /** Why the last retry failed; `undefined` if it did not. */
  retryFailure: ShownFailure | undefined;
}

interface WatchLoadProps<T> {
  query: UseQueryResult<T | null>;
  /** Called when the person chooses the daily trial. */
  onUseTrial: () => void;
  /** Whether the trial under which the person watched the item has ended. */
  isTrialSpent?: boolean;
  children: (item: T, attempt: Attempt) => ReactNode;
}

/** Loads an item to watch, and shows it as loading, loaded, failed, or denied by the plan. */
export function WatchLoad<T>({ query, onUseTrial, isTrialSpent = false, children }: WatchLoadProps<T>) {
  const { title, logo, colour } = useWatchOrigin();
  const goBack = useGoBack();
  const { data, error, isPending, refetch } = query;
  const answered = readAccessDenied(error);
  // The server rounds the last seconds of a trial up to a minute, which can no longer be used.
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
    return <WatchFrame title={title ?? ''} colour={colour} video={<PlayerPlaceholder isLoading />} />;
  }
  if (data === undefined) {
    return (
      <WatchFailure
        sentence={`No se pudo cargar el contenido. ${messageOf(error, 'Error desconocido.')}`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === null) return <WatchFailure sentence="No se recibieron datos del backend." />;
  return children(data, readAttempt(query));
}

/** Derives the state of a retry from the item's query. */
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
