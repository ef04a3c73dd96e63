import { Button, IconButton } from '@butaca/ui';
import { History, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { forgetSearch, forgetSearches } from './recent-searches.ts';

export interface RecentSearchesProps {
  username: string;
  terms: readonly string[];
  onChange: (terms: string[]) => void;
  onChoose: (term: string) => void;
  /** Called when the last recent search was removed, so that the caller moves the focus to the search field. */
  onLeave: () => void;
}

/** The recent searches of a person, each a button that searches again, beside a button that removes it. */
export function RecentSearches({ username, terms, onChange, onChoose, onLeave }: RecentSearchesProps) {
  const list = useRef<HTMLUListElement>(null);

  const forget = (term: string, index: number): void => {
    flushSync(() => onChange(forgetSearch(username, term)));
    const others = list.current?.querySelectorAll<HTMLElement>('.recent__remove') ?? [];
    const next = others[Math.min(index, others.length - 1)];
    if (next === undefined) onLeave();
    else next.focus();
  };

  return (
    <section className="recent" aria-labelledby="recent-searches">
      <h2 id="recent-searches" className="search__label">
        Búsquedas recientes
      </h2>
      <ul ref={list}>
        {terms.map((term, index) => (
          <li key={term} className="recent__item">
            <button type="button" className="recent__term" onClick={() => onChoose(term)}>
              <History className="ico" aria-hidden="true" />
              <span>{term}</span>
            </button>
            <IconButton
              className="recent__remove"
              label={`Quitar «${term}» de las búsquedas recientes`}
              onClick={() => forget(term, index)}
            >
              <X className="ico" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        className="recent__forget"
        size="sm"
        variant="ghost"
        onClick={() => {
          onChange(forgetSearches(username));
          onLeave();
        }}
      >
        Borrar búsquedas recientes
      </Button>
    </section>
  );
}
