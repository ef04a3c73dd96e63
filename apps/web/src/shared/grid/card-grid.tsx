import { Button, classes, EmptyState, ErrorState, Notice, SkeletonPosters, type Density } from '@butaca/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { messageOf, reasonOf } from '../../platform/api/api-error.ts';
import { useScrollRestore } from '../../platform/scroll-restore.ts';
import type { Card } from '../card/card.ts';
import type { CardList, MoreCards } from '../card/card-list.ts';
import { LockedNotice } from '../access/locked-notice.tsx';
import { VideoGrid } from './video-grid.tsx';
import './card-grid.css';
import { after } from '../../platform/base/clock.ts';

export interface CardGridProps {
  /** The accessible name (`aria-label`) of the grid of video cards. */
  label: string;
  list: CardList;
  /** The section of the catalogue whose rule applies to every video of the list, if there is one. */
  section?: string | undefined;
  density: Density;
  /** Whether the list mixes films, series and so on, so that each card shows its kind. */
  isMixed?: boolean | undefined;
  /** The text shown while the list of videos loads, such as «Cargando películas...». */
  waiting: string;
  /** The title shown when loading the list of videos has failed; the server's message is shown below it. */
  failed: string;
  /** The text shown in place of the server's message if its answer has none. */
  unexplained?: string | undefined;
  /** The sentence shown for an empty list of videos, such as «No hay animes disponibles.». */
  empty: string;
  emptyReason?: string | undefined;
  emptyAction?: ReactNode;
  /** Takes a video out of the collection that the grid shows; absent in other grids. */
  onRemove?: ((card: Card) => void) | undefined;
}

const lateMs = 400;
const cutSentence = 'Se muestran los 12.000 títulos más recientes.';

/** A list of videos in any state: loading, failed, empty, or a grid of cards that loads more as it is scrolled. */
export function CardGrid({
  label,
  list,
  section,
  density,
  isMixed = false,
  waiting,
  failed,
  unexplained,
  empty,
  emptyReason,
  emptyAction,
  onRemove,
}: CardGridProps) {
  const { cards, more } = list;
  const { pathname, search } = useLocation();
  const scrollPosition = useScrollRestore(cards !== undefined);

  if (cards === undefined) {
    return list.error ? (
      <ErrorState
        title={failed}
        reason={reasonOf(list.error, unexplained)}
        action={<Retry onRetry={list.retry} />}
      />
    ) : (
      <SkeletonPosters sentence={waiting} density={density} />
    );
  }
  if (cards.length === 0) {
    return list.isChanging ? (
      <SkeletonPosters sentence={waiting} density={density} />
    ) : (
      <EmptyState title={empty} reason={emptyReason} action={emptyAction} />
    );
  }
  return (
    <div className={classes('card-grid', list.isChanging && 'is-changing')} aria-busy={list.isChanging}>
      {list.isLocked === true ? <LockedNotice section={section} /> : null}
      {list.isTruncated ? <p className="card-grid__cut">{cutSentence}</p> : null}
      <VideoGrid
        label={label}
        cards={cards}
        density={density}
        isOneKind={!isMixed}
        onEndReached={list.isChanging ? undefined : more?.onEndReached}
        from={pathname + search}
        scrollPosition={scrollPosition}
        onRemove={onRemove}
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
}: { more: MoreCards } & Pick<CardGridProps, 'density' | 'waiting' | 'failed'>) {
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
 * The loading state of the next page of a grid. That page is requested long before its rows are scrolled into view, so
 * the loading state is shown only if the answer is late.
 */
function NextRow({ waiting, density }: Pick<CardGridProps, 'density' | 'waiting'>) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    return after(lateMs, () => setIsLate(true));
  }, []);
  return isLate ? <SkeletonPosters sentence={waiting} density={density} rows={1} isQuiet /> : null;
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="primary" onClick={onRetry}>
      Reintentar
    </Button>
  );
}
