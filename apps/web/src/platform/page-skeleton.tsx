import { classes, Skeleton, SkeletonRows } from '@butaca/ui';
import { PosterSkeletons } from './poster-skeletons.tsx';
import './page-skeleton.css';

const waiting = 'Cargando…';

/** The skeleton of a screen whose code is loading. */
export function PageSkeleton({ content, isAtOnce }: { content: 'posters' | 'rows'; isAtOnce: boolean }) {
  return (
    <main
      className={classes('page', 'page-skeleton', isAtOnce && 'page-skeleton--at-once')}
      id="contenido"
      tabIndex={-1}
      aria-busy="true"
    >
      <div className="page__head">
        <Skeleton shape="title" />
      </div>
      {content === 'rows' ? (
        <SkeletonRows label={waiting} />
      ) : (
        <PosterSkeletons sentence={waiting} density={5} isQuiet />
      )}
    </main>
  );
}
