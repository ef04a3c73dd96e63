import { posterColumns, posterRowHeightPx, useGridRuler, VirtualGrid, type Density } from '@butaca/ui';
import { useRef, useState } from 'react';
import type { Card } from '../card/card.ts';
import { useCollecting } from '../collections/use-collecting.tsx';
import { TrailerDialog } from '../trailer/trailer-dialog.tsx';
import { usePreloadedFavourites } from '../favourites/use-favourite.ts';
import { useOpenCard } from '../card/use-open-card.tsx';
import { VideoCard } from './video-card.tsx';
import './video-grid.css';

export interface VideoGridProps {
  /** The accessible name (`aria-label`) of the grid of video cards. */
  label: string;
  cards: readonly Card[];
  density: Density;
  /** Whether all videos are of one kind, so that the cards hide the badge with the kind. */
  isOneKind?: boolean | undefined;
  /**
   * Called when the last rows of the grid are near the visible area, and again whenever the number of cards has
   * changed.
   */
  onEndReached?: (() => void) | undefined;
  /** The path of the screen with this grid, to which the back button of the watch page returns. */
  from: string;
  /** The scroll offset to which the page with this grid returns, from `useScrollRestore`. */
  scrollPosition: { offsetPx: number };
  /** Takes a video out of the collection that the grid shows; absent in other grids. */
  onRemove?: ((card: Card) => void) | undefined;
}

/**
 * A grid of video cards that renders only the rows near the visible area, with the dialogs that the cards open: missing
 * plan, trailer, collections.
 */
export function VideoGrid({
  label,
  cards,
  density,
  isOneKind = false,
  onEndReached,
  from,
  scrollPosition,
  onRemove,
}: VideoGridProps) {
  const { open, dialogs } = useOpenCard(from);
  const [trailer, setTrailer] = useState<Card>();
  const collecting = useCollecting();
  const ruler = useRef<HTMLDivElement>(null);
  useGridRuler(ruler);
  usePreloadedFavourites();
  return (
    <>
      <div ref={ruler} />
      <VirtualGrid
        className="video-grid"
        label={label}
        items={cards}
        itemKey={(card) => card.id}
        columns={(widthPx) => posterColumns(widthPx, density)}
        estimateRowHeightPx={posterRowHeightPx}
        initialOffsetPx={scrollPosition.offsetPx}
        onEndReached={onEndReached}
        renderItem={(card) => (
          <VideoCard
            card={card}
            // The virtual grid renders only cards near the visible area, so lazy loading of their images would only
            // delay them.
            eager
            hidesType={isOneKind}
            isAlone={density === 1}
            onOpen={open}
            onTrailer={setTrailer}
            onAdd={collecting.onAdd}
            onRemove={onRemove}
          />
        )}
      />
      {dialogs}
      {trailer === undefined ? null : <TrailerDialog card={trailer} onClose={() => setTrailer(undefined)} />}
      {collecting.dialog}
    </>
  );
}
