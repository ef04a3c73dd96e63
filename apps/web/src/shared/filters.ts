import { searchMaxLength } from '@butaca/contract';
import { densities, type Density } from '@butaca/ui';
import { useLocation, useSearchParams } from 'react-router';
import { useTypedTerm } from '../platform/typed-term.ts';

/** The filters of a list that the address may carry. */
export type FilterName = 'seccion' | 'categoria' | 'coleccion' | 'genero' | 'buscar' | 'columnas';

/** The filters of a screen, which the address carries. */
export interface Filters {
  /** Empty where the address says nothing. */
  read: (name: FilterName) => string;
  /** Writes them in the address; an empty one leaves it. */
  change: (changes: Partial<Record<FilterName, string>>) => void;
}

export function useFilters(): Filters {
  const [query, setQuery] = useSearchParams();
  // The navigation state is kept while the filters change.
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

/** The density of a grid, which the address carries; the first density is the default and is left out. */
export function useDensity(): [Density, (density: Density) => void] {
  const { read, change } = useFilters();
  const density = densities.find((each) => String(each) === read('columnas')) ?? widest;
  return [density, (next) => change({ columnas: next === widest ? '' : String(next) })];
}

/** The words of a screen's search field, which the address carries too: no more of them than the server takes. */
export function useSearchTerm(): { typed: string; onType: (text: string) => void; forget: () => void } {
  const { read, change } = useFilters();
  const [typed, setTyped] = useTypedTerm(cut(read('buscar')));
  return {
    typed,
    onType: (text) => {
      setTyped(cut(text));
      change({ buscar: cut(text) });
    },
    // Clears the field for a link whose address has no search term.
    forget: () => setTyped(''),
  };
}

/** Cuts a text without splitting a character. */
function cut(text: string): string {
  return text.slice(0, searchMaxLength).replace(/\p{Surrogate}$/u, '');
}
