import { classes, Skeleton, type Density } from '@butaca/ui';
import './poster-skeletons.css';

export interface PosterSkeletonsProps {
  /** The text of the loading state. */
  sentence: string;
  density: Density;
  rows?: number;
  /** Whether only screen readers get the text, because other content is already on the screen. */
  isQuiet?: boolean;
}

/** The skeleton of a grid of posters that is loading. */
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
