import { searchDebounceMs, searchMaxLength } from '@butaca/contract';
import { SearchField } from '@butaca/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../../platform/debounced.ts';

interface AddressSearchProps {
  label: string;
  placeholder: string;
  /** The search term of the address. */
  search: string;
  onSearch: (search: string) => void;
}

/** Searches while one types, once the typing rests; it follows an address that changes by other means. */
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
