import { classes, SkeletonPosters, Skeleton, SkeletonRows } from '@butaca/ui';
import './page-skeleton.css';

const waiting = 'Cargando…';

/** The placeholder of a screen whose code is loading: a grey title, and grey posters or rows; for the home page one row below. */
export function PageSkeleton({
  content,
  isAtOnce,
}: {
  content: 'home' | 'grid' | 'rows';
  isAtOnce: boolean;
}) {
  return (
    <main
      className={classes(
        'page',
        'page-skeleton',
        content === 'home' && 'page-skeleton--home',
        isAtOnce && 'page-skeleton--at-once',
      )}
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
        <SkeletonPosters sentence={waiting} density={5} isQuiet rows={content === 'home' ? 1 : 3} />
      )}
    </main>
  );
}
