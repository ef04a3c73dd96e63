import { TextField, type TextFieldProps } from '@butaca/ui';
import { searchMaxLength } from '@butaca/contract';
import { Search } from 'lucide-react';
import { searchFieldId } from './search-keys.ts';
import { searchLabel } from './search.texts.ts';

interface SearchFieldProps extends Pick<TextFieldProps, 'ref' | 'value' | 'onKeyDown'> {
  /** The `id` of the list of search results, for `aria-controls`; `undefined` while no list is shown. */
  listId: string | undefined;
  /** The `id` of the search result that Enter opens; `undefined` while no result is active. */
  activeId: string | undefined;
  onValueChange: (text: string) => void;
}

/** The field of the search, a combobox whose list is the list of results. */
export function SearchField({ listId, activeId, onValueChange, ...rest }: SearchFieldProps) {
  return (
    <TextField
      className="search__field"
      id={searchFieldId}
      label={searchLabel}
      hideLabel
      placeholder={searchLabel}
      size="lg"
      icon={<Search className="ico" aria-hidden="true" />}
      role="combobox"
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={searchMaxLength}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
