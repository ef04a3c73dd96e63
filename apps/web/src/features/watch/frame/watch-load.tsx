import { errorCatalogue } from '@butaca/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LogoArt, PremiumDialog } from '../../../shared/access/premium-dialog.tsx';
import { messageOf, readAccessDenied } from '../../../platform/api/api-error.ts';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { PlayerPlaceholder } from '../player/player-placeholder.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { useGoBack, useWatchOrigin } from './watch-origin.ts';

/** The person's own new try at something that did not play. */
export interface Attempt {
  onRetry: () => void;
  /** It has been asked for and has not come. */
  isRetrying: boolean;
  /** Why the last one brought nothing. */
  retryFailure: string | undefined;
}

interface WatchLoadProps<T> {
  query: UseQueryResult<T | null>;
  /** The person wants to watch it under the day's trial. */
  onUseTrial: () => void;
  /** The trial under which it was watched has ended. */
  isTrialSpent?: boolean;
  children: (item: T, attempt: Attempt) => ReactNode;
}

/** What is watched, until it is there: loading, then loaded, failed, or denied by the plan. */
export function WatchLoad<T>({ query, onUseTrial, isTrialSpent = false, children }: WatchLoadProps<T>) {
  const { title, logo, colour } = useWatchOrigin();
  const goBack = useGoBack();
  const { data, error, isPending, isFetching, refetch } = query;
  const answered = readAccessDenied(error);
  // The last seconds of a trial are rounded to a minute that there is not.
  const denied =
    answered !== undefined && isTrialSpent
      ? { ...answered, trialMinutesRemaining: 0, trialMessage: errorCatalogue['trial.spent'].sentence }
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
  return children(data, {
    onRetry: () => void refetch(),
    isRetrying: isFetching,
    retryFailure: error === null ? undefined : messageOf(error, 'Error desconocido.'),
  });
}
