import { classes, SkeletonPosters, Skeleton, SkeletonRows } from '@butaca/ui';
import './page-skeleton.css';

const waiting = 'Cargando…';

/**
 * The placeholder of a screen whose code is loading: a grey title, and grey posters or rows. The style sheet gives the
 * posters the shape and place of what the screen shows: tiles of channels, cards of sections, a list at the side, the
 * home page's row below a large title.
 */
export function PageSkeleton({
  content,
  isAtOnce,
}: {
  content: 'home' | 'grid' | 'rows' | 'tiles' | 'cards' | 'sided';
  isAtOnce: boolean;
}) {
  return (
    <main
      className={classes(
        'page',
        'page-skeleton',
        `page-skeleton--${content}`,
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
