import { trialStorageKey } from '@butaca/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LogoArt, PremiumDialog } from '../../platform/access/premium-dialog.tsx';
import { messageOf, readAccessDenied } from '../../platform/api/api-error.ts';
import { imageAddress } from '../../platform/api/image-address.ts';
import { writeItem } from '../../platform/session/session-storage.ts';
import { PlayerGround } from './player/player-ground.tsx';
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
  itemId: string;
  query: UseQueryResult<T | null>;
  children: (item: T, attempt: Attempt) => ReactNode;
}

/** What is watched, until it is there: loading, then loaded, failed, or denied by the plan. */
export function WatchLoad<T>({ itemId, query, children }: WatchLoadProps<T>) {
  const { title, logo, colour } = useWatchOrigin();
  const goBack = useGoBack();
  const { data, error, isPending, isFetching, refetch } = query;
  const denied = readAccessDenied(error);

  if (denied !== undefined) {
    return (
      <WatchFrame
        title={title ?? ''}
        colour={colour}
        video={
          <PlayerGround>
            <PremiumDialog
              denied={denied}
              art={title && <LogoArt name={title} logoUrl={logo && imageAddress(logo)} colour={colour} />}
              onClose={goBack}
              onUseTrial={() => {
                writeItem(trialStorageKey(itemId), 'true');
                void refetch();
              }}
            />
          </PlayerGround>
        }
      />
    );
  }
  if (isPending) {
    return <WatchFrame title={title ?? ''} colour={colour} video={<PlayerGround isLoading />} />;
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
