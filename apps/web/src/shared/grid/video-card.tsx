import { PosterCard, RatingStar, type CardActionsProps } from '@butaca/ui';
import { Clapperboard, Minus, Play, FolderPlus } from 'lucide-react';
import { memo, type ComponentProps } from 'react';
import { isPlainClick } from '../../platform/plain-click.ts';
import { hrefTo } from '../paths.ts';
import { prefetchScreen } from '../../platform/prefetch.ts';
import { lockedSentence, watchPage, type Card } from '../card/card.ts';
import { FavouriteIcon } from '../favourites/favourite-button.tsx';
import { videoFavourite } from '../favourites/favourite.ts';
import { useFavourite } from '../favourites/use-favourite.ts';
import './video-card.css';

export interface VideoCardProps {
  card: Card;
  eager?: boolean | undefined;
  /** Hides the badge with the video's kind, for lists whose videos are all of one kind. */
  hidesType?: boolean | undefined;
  /** Whether the card fills a whole row of the grid, with room for the description. */
  isAlone?: boolean | undefined;
  onOpen: (card: Card) => void;
  onTrailer: (card: Card) => void;
  /** Adds the video to a collection; absent where that is left to administrators. */
  onAdd: ((card: Card) => void) | undefined;
  /** Takes the video out of the collection that the list shows; absent in other lists. */
  onRemove?: ((card: Card) => void) | undefined;
}

/** Prefetches the code of the watch page when a video card is hovered or focused. */
const prefetchWatch = (): void => prefetchScreen('watch');

/**
 * The card of a video in a list: opens the video, plays its trailer, adds it to «Mi lista» or to a collection.
 * Memoised, because a virtual list renders at every scroll step and unchanged cards need not render again.
 */
export const VideoCard = memo(function VideoCard({
  card,
  eager = false,
  hidesType = false,
  isAlone = false,
  onOpen,
  onTrailer,
  onAdd,
  onRemove,
}: VideoCardProps) {
  return (
    <PosterCard
      text={{
        title: card.title,
        caption: card.year?.toString(),
        description: isAlone ? card.description : undefined,
      }}
      poster={{ url: card.posterUrl, eager, genre: card.genres[0] }}
      labels={{
        type: card.typeLabel,
        isTypeHidden: hidesType,
        isUltraHd: card.isUltraHd,
        rating: card.rating,
        lock: card.locked ? lockedSentence : undefined,
      }}
      progressPercent={card.progressPercent}
      overlayMeta={<Meta card={card} />}
      actions={
        <VideoActions card={card} onOpen={onOpen} onTrailer={onTrailer} onAdd={onAdd} onRemove={onRemove} />
      }
      render={
        <PlainLink
          href={hrefTo(watchPage(card))}
          data-focus-key={card.id}
          onPointerEnter={prefetchWatch}
          onFocus={prefetchWatch}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onOpen(card);
          }}
        />
      }
    />
  );
});

/** A link element without content; the card that uses it sets the accessible name. */
function PlainLink({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

interface VideoActionsProps
  extends CardActionsProps, Pick<VideoCardProps, 'card' | 'onOpen' | 'onTrailer' | 'onAdd' | 'onRemove'> {}

function VideoActions({ card, onOpen, onTrailer, onAdd, onRemove, children }: VideoActionsProps) {
  const favourite = useFavourite(videoFavourite(card));
  return children?.([
    {
      key: 'play',
      label: 'Reproducir',
      icon: <Play className="ico ico--fill" aria-hidden />,
      solid: true,
      onSelect: () => onOpen(card),
    },
    ...(card.trailerUrl === undefined
      ? []
      : [
          {
            key: 'trailer',
            label: 'Ver tráiler',
            icon: <Clapperboard className="ico" aria-hidden />,
            onSelect: () => onTrailer(card),
          },
        ]),
    {
      key: 'favourite',
      label: favourite.label,
      icon: <FavouriteIcon isFavourite={favourite.isFavourite} />,
      onSelect: favourite.toggle,
    },
    ...(onAdd === undefined
      ? []
      : [
          {
            key: 'add',
            label: 'Agregar a colección',
            icon: <FolderPlus className="ico" aria-hidden />,
            onSelect: () => onAdd(card),
          },
        ]),
    ...(onRemove === undefined
      ? []
      : [
          {
            key: 'remove',
            label: 'Quitar de la colección',
            icon: <Minus className="ico" aria-hidden />,
            onSelect: () => onRemove(card),
          },
        ]),
  ]);
}

function Meta({ card }: { card: Card }) {
  return (
    <>
      {card.year === undefined ? null : <span className="num">{card.year}</span>}
      {card.rating === undefined ? null : (
        <span className="video-card__rating num">
          <RatingStar />
          {card.rating}
        </span>
      )}
      {card.isUltraHd ? <span>4K</span> : null}
      {card.genres[0] === undefined ? null : <span>{card.genres[0]}</span>}
    </>
  );
}
