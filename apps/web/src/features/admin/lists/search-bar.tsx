import { Button, SearchField } from '@butaca/ui';
import { useState, type FormEvent, type ReactNode } from 'react';

interface SearchBarProps {
  label: string;
  placeholder: string;
  className: string;
  /**
   * The search term in the URL. Callers pass the same value as React `key`, so that another term in the URL resets the
   * search field.
   */
  search: string;
  onSearch: (search: string) => void;
  /** Additional controls beside the search field of an administration list. */
  children?: ReactNode;
}

/** A search field that searches on Enter or with the button «Buscar»; clearing the field searches at once. */
export function SearchBar({ label, placeholder, className, search, onSearch, children }: SearchBarProps) {
  const [text, setText] = useState(search);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(text.trim());
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
          if (value === '') onSearch('');
        }}
      />
      <Button type="submit" size="sm">
        Buscar
      </Button>
      {children}
    </form>
  );
}
