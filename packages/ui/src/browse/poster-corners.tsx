import { Lock } from 'lucide-react';
import { RatingStar } from './rating-star.tsx';
import './tab.css';

interface PosterCornersProps {
  rating: string | undefined;
  isUltraHd: boolean;
  typeLabel: string | undefined;
  lockLabel: string | undefined;
}

/** The labels in the corners of a poster: type, 4K, rating, lock. */
export function PosterCorners({ rating, isUltraHd, typeLabel, lockLabel }: PosterCornersProps) {
  return (
    <>
      {typeLabel || isUltraHd ? (
        <span className="card__tl">
          {typeLabel ? (
            <span className="tab tab--type" aria-hidden="true">
              {typeLabel}
            </span>
          ) : null}
          {isUltraHd ? (
            <span className="tab tab--4k">
              <b>4K</b>
              <span>ULTRAHD</span>
            </span>
          ) : null}
        </span>
      ) : null}
      {rating ? <Rating className="tab tab--rate" rating={rating} /> : null}
      {lockLabel ? (
        <span className="tab tab--lock" title={lockLabel}>
          <Lock className="ico" aria-hidden />
        </span>
      ) : null}
    </>
  );
}

/** A rating with the role of an image and a name: visually hidden text would add one more clipped element to every card. */
export const Rating = ({ className, rating }: { className: string; rating: string }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not an image, but announced as one
  <span className={className} role="img" aria-label={`Valoración ${rating}`}>
    <RatingStar />
    {rating}
  </span>
);
