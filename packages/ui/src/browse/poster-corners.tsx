import { Lock } from 'lucide-react';
import { RatingStar } from './rating-star.tsx';
import './tab.css';

export interface PosterLabels {
  /** The type of the title on the card, such as «Película» or «Serie». */
  type?: string | undefined;
  /** Whether the type of title («Serie») is told to screen readers only, because all cards around are of that type. */
  isTypeHidden?: boolean | undefined;
  isUltraHd?: boolean | undefined;
  /** The rating with one decimal, as displayed: `8.7`. */
  rating?: string | undefined;
  /** Why this person's plan does not open the film or series; absent if it is not locked. */
  lock?: string | undefined;
}

/** The labels in the corners of a film's poster: type («Película»), 4K, rating, lock. */
export function PosterCorners({ labels }: { labels: PosterLabels }) {
  const { rating, isUltraHd = false, lock } = labels;
  const type = labels.isTypeHidden ? undefined : labels.type;
  return (
    <>
      {type || isUltraHd ? (
        <span className="card__tl">
          {type ? (
            <span className="tab tab--type" aria-hidden="true">
              {type}
            </span>
          ) : null}
          {isUltraHd ? <UltraHd /> : null}
        </span>
      ) : null}
      {rating ? <Rating className="tab tab--rate" rating={rating} /> : null}
      {lock ? (
        <span className="tab tab--lock" title={lock}>
          <Lock className="ico" aria-hidden />
        </span>
      ) : null}
    </>
  );
}

/** The label «4K ULTRAHD»; a small poster, and one with a type, show «4K» only. */
const UltraHd = () => (
  <span className="tab tab--4k">
    4K<span className="tab__more"> ULTRAHD</span>
  </span>
);

/**
 * The rating of a film, such as «★ 8.7». It has the role of an image and a name for screen readers, because a visually
 * hidden text would add one more clipped element to every card.
 */
export const Rating = ({ className, rating }: { className: string; rating: string }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not an image, but announced as one
  <span className={className} role="img" aria-label={`Valoración ${rating}`}>
    <RatingStar />
    {rating}
  </span>
);
