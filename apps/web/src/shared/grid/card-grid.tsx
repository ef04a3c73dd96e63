import { Button, classes, EmptyState, ErrorState, Notice, type Density } from '@butaca/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { messageOf, reasonOf } from '../../platform/api/api-error.ts';
import { useScrollRestore } from '../../platform/scroll-restore.ts';
import type { CardList, MoreCards } from '../card/card-list.ts';
import { PosterSkeletons } from '../../platform/poster-skeletons.tsx';
import { VideoGrid } from './video-grid.tsx';
import './catalogue-grid.css';

export interface CatalogueGridProps {
  /** The accessible name of the grid. */
  label: string;
  list: CardList;
  density: Density;
  /** Whether the list mixes several kinds of title, so that each card shows its kind. */
  isMixed?: boolean | undefined;
  /** The text shown while the list loads. */
  waiting: string;
  /** The title shown when loading has failed; the server's message is shown below it. */
  failed: string;
  /** The sentence shown for an empty list. */
  empty: string;
  emptyReason?: string | undefined;
  emptyAction?: ReactNode;
}

const lateMs = 400;
const cutSentence = 'Se muestran los 12\u00a0000 títulos más recientes.';

/** A list of videos in any state: loading, failed, empty, or a grid that loads more as it is scrolled. */
export function CatalogueGrid({
  label,
  list,
  density,
  isMixed = false,
  waiting,
  failed,
  empty,
  emptyReason,
  emptyAction,
}: CatalogueGridProps) {
  const { cards, more } = list;
  const { pathname, search } = useLocation();
  const place = useScrollRestore(cards !== undefined);

  if (cards === undefined) {
    return list.error ? (
      <ErrorState title={failed} reason={reasonOf(list.error)} action={<Retry onRetry={list.retry} />} />
    ) : (
      <PosterSkeletons sentence={waiting} density={density} />
    );
  }
  if (cards.length === 0) {
    return list.isChanging ? (
      <PosterSkeletons sentence={waiting} density={density} />
    ) : (
      <EmptyState title={empty} reason={emptyReason} action={emptyAction} />
    );
  }
  return (
    <div className={classes('catalogue', list.isChanging && 'is-changing')} aria-busy={list.isChanging}>
      {list.isTruncated ? <p className="catalogue__cut">{cutSentence}</p> : null}
      <VideoGrid
        label={label}
        cards={cards}
        density={density}
        isOneKind={!isMixed}
        onEndReached={list.isChanging ? undefined : more?.onEndReached}
        from={pathname + search}
        place={place}
      />
      {more === undefined || list.isChanging ? null : (
        <More more={more} density={density} waiting={waiting} failed={failed} />
      )}
    </div>
  );
}

function More({
  more,
  density,
  waiting,
  failed,
}: { more: MoreCards } & Pick<CatalogueGridProps, 'density' | 'waiting' | 'failed'>) {
  if (more.error) {
    return (
      <Notice tone="danger" action={<Retry onRetry={more.retry} />}>
        {messageOf(more.error, failed)}
      </Notice>
    );
  }
  return more.isFetching ? <NextRow waiting={waiting} density={density} /> : null;
}

/**
 * The loading state of the grid's next page. The page is requested long before its rows are scrolled into view, so the
 * loading state is shown only if the page is late.
 */
function NextRow({ waiting, density }: Pick<CatalogueGridProps, 'density' | 'waiting'>) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <PosterSkeletons sentence={waiting} density={density} rows={1} isQuiet /> : null;
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="primary" onClick={onRetry}>
      Reintentar
    </Button>
  );
}
