import { buttonClass, EmptyState, ErrorState, Button, Skeleton } from '@butaca/ui';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { useOnline } from '../../../platform/use-online.ts';
import { isEmptyPage } from '../../../shared/access/empty-pages.ts';
import { paths } from '../../../shared/paths.ts';
import {
  emptyReason,
  emptySentence,
  failedReason,
  offlineReason,
  offlineTitle,
  searchFailed,
} from './search.texts.ts';

export function Waiting() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="result">
          <Skeleton className="result__waiting" shape="tile" />
          <span className="result__words">
            <Skeleton shape="line" width={`${62 - (index % 3) * 11}%`} />
            <Skeleton shape="line" width="28%" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Where a search that found nothing leads. */
const instead = [
  { to: paths.movies, label: 'Ver películas' },
  { to: paths.series, label: 'Ver series' },
  { to: paths.liveTv, label: 'Ver canales' },
];

export function Empty({ term }: { term: string }) {
  return (
    <div className="search__state">
      <EmptyState
        title={emptySentence(term)}
        reason={emptyReason}
        action={
          <>
            {instead
              .filter(({ to }) => !isEmptyPage(to))
              .map(({ to, label }) => (
                <Link key={to} className={buttonClass({ variant: 'line', size: 'sm' })} to={to}>
                  {label}
                </Link>
              ))}
          </>
        }
      />
    </div>
  );
}

/**
 * The message for a failed search, with the button «Reintentar»; while the browser is offline the message says so, and
 * the search is repeated after reconnecting.
 */
export function Failed({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  const isOnline = useOnline();
  return (
    <div className="search__state">
      <ErrorState
        title={isOnline ? messageOf(error, searchFailed) : offlineTitle}
        reason={isOnline ? failedReason : offlineReason}
        action={
          <Button variant="primary" loading={isRetrying} onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </div>
  );
}
