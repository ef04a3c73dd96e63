import { classes, Skeleton, type Density } from '@butaca/ui';
import './poster-skeletons.css';

export interface PosterSkeletonsProps {
  /** The label of the waiting state. */
  sentence: string;
  density: Density;
  rows?: number;
  /** The sentence is for screen readers alone: something is on the screen already. */
  isQuiet?: boolean;
}

/** A grid of posters that is coming. */
export function PosterSkeletons({ sentence, density, rows = 3, isQuiet = false }: PosterSkeletonsProps) {
  return (
    <div className="poster-skeletons">
      <output className={classes(isQuiet ? 'vh' : 'poster-skeletons__sentence')}>{sentence}</output>
      <div className="poster-skeletons__grid" data-density={density} aria-hidden="true">
        {Array.from({ length: density * rows }, (_, index) => (
          <div key={index}>
            <Skeleton shape="poster" />
            <Skeleton shape="line" width="70%" />
          </div>
        ))}
      </div>
    </div>
  );
}
