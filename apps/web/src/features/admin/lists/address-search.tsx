import { searchDebounceMs, searchMaxLength } from '@butaca/contract';
import { SearchField } from '@butaca/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../../platform/debounced.ts';

interface AddressSearchProps {
  label: string;
  placeholder: string;
  /** The search term in the URL, which filters the administration list below this search field. */
  search: string;
  onSearch: (search: string) => void;
}

/**
 * A search field that writes what was typed into the URL after a pause in typing, and shows the URL's search term
 * whenever that changes.
 */
export function AddressSearch({ label, placeholder, search, onSearch }: AddressSearchProps) {
  const [text, setText] = useState(search);
  const [followed, setFollowed] = useState(search);
  const settled = useDebounced(text.trim(), searchDebounceMs);
  if (followed !== search) {
    setFollowed(search);
    if (search !== text.trim()) setText(search);
  }
  const handleSettled = useEffectEvent((term: string) => {
    if (term === text.trim() && term !== search) onSearch(term);
  });
  useEffect(() => handleSettled(settled), [settled]);
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      size="sm"
      maxLength={searchMaxLength}
      value={text}
      onValueChange={(value) => {
        setText(value);
        if (value === '') onSearch('');
      }}
    />
  );
}
