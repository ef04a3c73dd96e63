import { Button, SearchField } from '@butaca/ui';
import { useState, type FormEvent, type ReactNode } from 'react';

interface SearchBarProps {
  label: string;
  placeholder: string;
  className: string;
  /** The search term in the URL. A term that did not come from the search field replaces what is in the field. */
  search: string;
  onSearch: (search: string) => void;
  /** Additional controls beside the search field of an administration list. */
  children?: ReactNode;
}

/** A search field that searches on Enter or with the button «Buscar»; clearing the field searches at once. */
export function SearchBar({ label, placeholder, className, search, onSearch, children }: SearchBarProps) {
  const [text, setText] = useState(search);
  const [asked, setAsked] = useState(search);
  const [seen, setSeen] = useState(search);
  // The term that was asked for reaches the URL later; meanwhile the person may have typed on.
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) {
      setText(search);
      setAsked(search);
    }
  }
  const ask = (term: string): void => {
    setAsked(term);
    onSearch(term);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    ask(text.trim());
  };
  return (
    <form className={className} role="search" onSubmit={handleSubmit}>
      <SearchField
        label={label}
        placeholder={placeholder}
        size="sm"
        value={text}
        onValueChange={(value) => {
          setText(value);
          if (value === '') ask('');
        }}
      />
      <Button type="submit" size="sm">
        Buscar
      </Button>
      {children}
    </form>
  );
}
