import { searchMaxLength } from '@butaca/contract';
import { densities, type Density } from '@butaca/ui';
import { useLocation, useSearchParams } from 'react-router';
import { useTypedTerm } from '../platform/typed-term.ts';

/** What the address may say of a list. */
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
  // How the person came to the screen stays true while its list changes.
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

/** How many columns a grid has; the first density leaves the address bare. */
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
    // For a link that leaves the words out of the address.
    forget: () => setTyped(''),
  };
}

/** Never through the middle of a character. */
function cut(text: string): string {
  return text.slice(0, searchMaxLength).replace(/\p{Surrogate}$/u, '');
}
