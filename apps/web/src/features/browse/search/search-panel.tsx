import { TextField, useArrowNavigation, type TextFieldProps } from '@butaca/ui';
import { searchMaxLength } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { useOpenCard } from '../../../shared/card/use-open-card.tsx';
import { useDebounced } from '../../../platform/debounced.ts';
import { RecentSearches } from './recent-searches-list.tsx';
import { readSearches, rememberSearch } from './recent-searches.ts';
import { ResultList } from './result-list.tsx';
import { readResults, type Result } from './results.ts';
import { Empty, Failed, Waiting } from './search-states.tsx';
import { canSearch, cutTerm, searchQuery } from './search.queries.ts';
import { countSentence, searchLabel } from './search.texts.ts';

/**
 * The debounce of the search dialog in milliseconds; shorter than in lists, where a search changes the whole screen.
 */
const pauseMs = 200;

/**
 * The content of the search dialog: the field and its results. ↑ and ↓ move through the results while the focus stays
 * in the field, as in any combobox; Enter opens the active result; without an active result, Enter searches at once.
 */
export function SearchPanel({ username, onClose }: { username: string; onClose: () => void }) {
  const { pathname, search: query } = useLocation();
  const from = pathname + query;
  const navigate = useNavigate();
  const opening = useOpenCard(from);
  const navigation = useArrowNavigation();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string>();
  const [activeKey, setActiveKey] = useState<string>();
  const [recent, setRecent] = useState(() => readSearches(username));

  const words = typed.trim();
  const { found, term, groups, results, isOld } = useResults(words, asked);
  const isIdle = !canSearch(words);
  const isListed = !isIdle && results.length > 0 && !found.isError;
  const activeAt = isListed ? results.findIndex(({ key }) => key === activeKey) : -1;
  const optionId = (index: number): string => `${listId}-${index}`;

  const write = (text: string): void => {
    setTyped(cutTerm(text));
    setActiveKey(undefined);
  };
  const open = (result: Result): void => {
    setRecent(rememberSearch(username, words));
    if (result.card !== undefined) opening.open(result.card);
    else {
      const { to, state } = result.linkFrom(from);
      navigate(to, { state });
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const active = results[activeAt];
      if (active !== undefined) open(active);
      else if (!isIdle) {
        setAsked(words);
        setRecent(rememberSearch(username, words));
      }
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isListed) {
      event.preventDefault();
      setActiveKey(results[stepFrom(activeAt, event.key === 'ArrowDown' ? 1 : -1, results.length)]?.key);
    }
  };

  return (
    // The search panel handles the arrow keys: their key events bubble up from the search field and the buttons in the
    // panel.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isIdle ? 'search search--idle' : 'search'} {...navigation}>
      <SearchField
        ref={field}
        listId={isListed ? listId : undefined}
        activeId={activeAt === -1 ? undefined : optionId(activeAt)}
        value={typed}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <output className="vh">{isListed && !isOld ? countSentence(results.length) : ''}</output>
      {isIdle ? (
        <RecentSearches
          username={username}
          terms={recent}
          onChange={setRecent}
          onChoose={(text) => {
            write(text);
            setAsked(text);
            setRecent(rememberSearch(username, text));
            field.current?.focus();
          }}
          onLeave={() => field.current?.focus()}
        />
      ) : found.isError ? (
        <Failed error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
      ) : isListed ? (
        <ResultList
          id={listId}
          optionId={optionId}
          groups={groups ?? []}
          term={term}
          from={from}
          isOld={isOld}
          activeKey={activeKey}
          onActivate={setActiveKey}
          onOpen={open}
        />
      ) : isOld || found.isPending ? (
        <Waiting />
      ) : (
        <Empty term={term} onLeave={onClose} />
      )}
      <KeyHints />
      {opening.dialogs}
    </div>
  );
}

/**
 * The search results for the text in the field, fetched after a pause in typing.
 *
 * @param asked - the search text for which the person pressed Enter, so that it is fetched without a pause
 */
function useResults(words: string, asked: string | undefined) {
  const settled = useDebounced(words, pauseMs);
  const term = asked === words ? words : settled;
  const found = useQuery(searchQuery(term));
  const groups = useMemo(() => found.data && readResults(found.data, term), [found.data, term]);
  const results = useMemo(() => groups?.flatMap((group) => group.results) ?? [], [groups]);
  /** Whether the shown results belong to an earlier search text than the one in the field. */
  const isOld = found.isPlaceholderData || term !== words;
  return { found, term, groups, results, isOld };
}

interface SearchFieldProps extends Pick<TextFieldProps, 'ref' | 'value' | 'onChange' | 'onKeyDown'> {
  /** The `id` of the list of search results, for `aria-controls`; `undefined` while no list is shown. */
  listId: string | undefined;
  /** The `id` of the search result that Enter opens; `undefined` while no result is active. */
  activeId: string | undefined;
}

function SearchField({ listId, activeId, ...rest }: SearchFieldProps) {
  return (
    <TextField
      className="search__field"
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
      {...rest}
    />
  );
}

function KeyHints() {
  return (
    <p className="search__keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> Elegir
      </span>
      <span>
        <kbd>Intro</kbd> Abrir
      </span>
      <span>
        <kbd>Esc</kbd> Cerrar
      </span>
    </p>
  );
}

/**
 * The index of the search result after ↓ or before ↑; -1 stands for the search field, which is between the last result
 * and the first.
 */
function stepFrom(index: number, step: 1 | -1, count: number): number {
  const stops = count + 1;
  return ((index + 1 + step + stops) % stops) - 1;
}
