import type { Density } from './poster-columns.ts';
import { classes } from '../element/classes.ts';
import { Skeleton } from '../wait/skeleton.tsx';
import './skeleton-posters.css';

export interface SkeletonPostersProps {
  /** The text of a poster grid's loading state, such as «Cargando películas...». */
  sentence: string;
  density: Density;
  rows?: number;
  /**
   * Whether only screen readers get the text of the poster grid's loading state, because other content is already on
   * the screen.
   */
  isQuiet?: boolean;
}

/** The loading state of a grid of posters: grey placeholders in the same columns. */
export function SkeletonPosters({ sentence, density, rows = 3, isQuiet = false }: SkeletonPostersProps) {
  return (
    <div className="skposters">
      <output className={classes(isQuiet ? 'vh' : 'skposters__sentence')}>{sentence}</output>
      <div className="skposters__grid" data-density={density} aria-hidden="true">
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
