import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { prefetching } from '../../../platform/prefetch.ts';
import { paths } from '../../../shared/paths.ts';
import './search-link.css';
import { isPageCovered, isSearchKey, searchFieldId } from './search-keys.ts';

/** The navigation state of a link to the search: the path of the screen to which Escape returns. */
export interface SearchState {
  from: string;
}

/**
 * Opens the search on `/`, Ctrl+K and ⌘K from every screen, except while a dialog or a menu is open. On the search itself
 * the keys move the focus to its field.
 *
 * @param isForSomebody - whether a person is signed in; visitors have no search
 */
export function useSearchKeys(isForSomebody: boolean): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isForSomebody) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (isPageCovered()) return;
      if (pathname === paths.search) document.getElementById(searchFieldId)?.focus();
      else navigate(paths.search, { state: { from: pathname + search } satisfies SearchState });
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isForSomebody, navigate, pathname, search]);
}

/** The magnifier in the page header, a link to the search. Hover or focus prefetches the code of the search. */
export function SearchLink() {
  const { pathname, search } = useLocation();
  return (
    <Link
      className="search-link"
      to={paths.search}
      state={{ from: pathname + search } satisfies SearchState}
      aria-label="Buscar"
      aria-current={pathname === paths.search ? 'page' : undefined}
      aria-keyshortcuts="/ Control+K Meta+K"
      title="Buscar ( / )"
      {...prefetching(paths.search)}
    >
      <Search className="ico ico--lg" aria-hidden="true" />
    </Link>
  );
}
