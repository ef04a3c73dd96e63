import { Badge, Button, DrawnTile, IconButton, RatingStar } from '@butaca/ui';
import { Clapperboard, Play, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { Card } from '../../../shared/card/card.ts';
import { FavouriteButton } from '../../../shared/favourites/favourite-button.tsx';
import { videoFavourite } from '../../../shared/favourites/favourite.ts';
import './billboard.css';

interface BillboardProps {
  card: Card;
  onOpen: (card: Card) => void;
  onTrailer: (card: Card) => void;
  onAdd: ((card: Card) => void) | undefined;
}

const genresShown = 2;
/** The size of a card's image in its URL, in place of which the billboard uses a larger one. */
const cardSize = /\/320(?=\?|$)/;

/**
 * The billboard: one title on top of the home page, with a large image, its facts and the button «Reproducir». Without a
 * backdrop it shows the poster, and without a poster a drawing.
 */
export function Billboard({ card, onOpen, onTrailer, onAdd }: BillboardProps) {
  return (
    <section className="billboard" aria-label="Destacado" data-page-top>
      <Art card={card} />
      <div className="billboard__text">
        <h2 className="billboard__title">{card.title}</h2>
        <p className="billboard__meta">
          {card.typeLabel === '' ? null : <Badge tone="plain">{card.typeLabel}</Badge>}
          {card.isUltraHd ? <Badge tone="line">4K ULTRAHD</Badge> : null}
          {card.rating === undefined ? null : (
            <span className="billboard__rating num">
              <RatingStar />
              {card.rating}
            </span>
          )}
          {card.year === undefined ? null : <span className="num">{card.year}</span>}
          {card.genres.length === 0 ? null : <span>{card.genres.slice(0, genresShown).join(', ')}</span>}
        </p>
        {card.description === '' ? null : <p className="billboard__words">{card.description}</p>}
        <div className="billboard__acts">
          <Button
            variant="primary"
            icon={<Play className="ico ico--fill" aria-hidden />}
            onClick={() => onOpen(card)}
          >
            Reproducir
          </Button>
          {card.trailerUrl === undefined ? null : (
            <Button icon={<Clapperboard className="ico" aria-hidden />} onClick={() => onTrailer(card)}>
              Ver tráiler
            </Button>
          )}
          <FavouriteButton favourite={videoFavourite(card)} variant="soft" size="lg" />
          {onAdd !== undefined ? (
            <IconButton label="Agregar a colección" variant="soft" size="lg" onClick={() => onAdd(card)}>
              <FolderPlus className="ico" aria-hidden />
            </IconButton>
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** The picture of the billboard: the best of the title's images that can be loaded, else a drawing. */
function Art({ card: { title, genres, backdropUrl, posterUrl } }: { card: Card }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [best] = [backdropUrl, posterUrl].filter((url) => url !== null && !broken.includes(url));
  if (!best) {
    return (
      <div className="billboard__art">
        <DrawnTile name={title} shape="small" genre={genres[0]} />
      </div>
    );
  }
  const handleError = (): void => setBroken((urls) => [...urls, best]);
  if (best === backdropUrl) {
    return (
      <div className="billboard__art">
        <img
          src={best}
          alt=""
          fetchPriority="high"
          // The static shell of the home page may already show the image of the title on top: synchronous decoding
          // avoids a frame without it when React takes over.
          decoding="sync"
          onError={handleError}
        />
      </div>
    );
  }
  const large = best.replace(cardSize, '/640');
  return (
    <div className="billboard__art billboard__art--poster">
      <img src={large} alt="" onError={handleError} />
      <img className="billboard__poster" src={large} alt="" fetchPriority="high" />
    </div>
  );
}
