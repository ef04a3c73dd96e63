import { searchMaxLength } from '@butaca/contract';
import { densities, type Density } from '@butaca/ui';
import { useLocation } from 'react-router';
import { useSearchParams } from '../platform/navigation/use-navigation.ts';
import { useTypedTerm } from '../platform/typed-term.ts';

/** The query parameters of the page's URL that hold a list's filters. */
export type FilterName = 'seccion' | 'categoria' | 'coleccion' | 'genero' | 'buscar' | 'columnas';

/** Reads and writes the filters of a screen, which the page's URL holds. */
export interface Filters {
  /** The value of one filter of a screen, such as `genero`; empty if the URL does not have it. */
  read: (name: FilterName) => string;
  /** Writes filters to the URL; a filter with an empty value is removed from the URL. */
  change: (changes: Partial<Record<FilterName, string>>) => void;
}

export function useFilters(): Filters {
  const [query, setQuery] = useSearchParams();
  // The navigation state of the history entry is kept when the filters in the URL change.
  const state: unknown = useLocation().state;
  return {
    read: (name) => query.get(name) ?? '',
    change: (changes) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      setQuery(next, { replace: true, state });
    },
  };
}

const widest: Density = densities[0];

/**
 * The number of columns in a grid of posters, which the URL holds; the first possible number is the default and is left
 * out of the URL.
 */
export function useDensity(): [Density, (density: Density) => void] {
  const { read, change } = useFilters();
  const density = densities.find((each) => String(each) === read('columnas')) ?? widest;
  return [density, (next) => change({ columnas: next === widest ? '' : String(next) })];
}

/** The text of a screen's search field, which the URL holds too; cut to the length that the server accepts. */
export function useSearchTerm(): { typed: string; onType: (text: string) => void; forget: () => void } {
  const { read, change } = useFilters();
  const [typed, setTyped] = useTypedTerm(cut(read('buscar')));
  return {
    typed,
    onType: (text) => {
      setTyped(cut(text));
      change({ buscar: cut(text) });
    },
    // Empties the search field when the person follows a link whose URL has no search term.
    forget: () => setTyped(''),
  };
}

/** Cuts a search text to the server's maximum length without splitting a surrogate pair. */
function cut(text: string): string {
  return text.slice(0, searchMaxLength).replace(/\p{Surrogate}$/u, '');
}
