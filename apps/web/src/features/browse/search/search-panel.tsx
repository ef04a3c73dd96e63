import { lazyPart } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useDebounced } from '../../../platform/debounced.ts';
import { useNavigate, useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { sessionStore } from '../../../platform/session/session-store.ts';
import { useTypedTerm } from '../../../platform/typed-term.ts';
import { useOpenCard } from '../../../shared/card/use-open-card.tsx';
import type { SheetSubject } from '../../../shared/guide/programme-sheet.tsx';
import { readReturnPath } from '../../../shared/paths.ts';
import { BeforeTyping } from './before-typing.tsx';
import { readSearches, rememberSearch } from './recent-searches.ts';
import { ResultList } from './result-list.tsx';
import { readResults, type Result } from './results.ts';
import { SearchField } from './search-field.tsx';
import { Empty, Failed, Waiting } from './search-states.tsx';
import { canSearch, cutTerm, programmesQuery, searchQuery } from './search.queries.ts';
import { correctedSentence, countSentence } from './search.texts.ts';

/** The sheet of a programme, which loads when one is opened. */
const sheet = lazyPart(
  async () => (await import('../../../shared/guide/programme-sheet.tsx')).ProgrammeSheet,
);

/** How long typing must pause before a search, in milliseconds. */
const pauseMs = 200;

/**
 * The field of the search and its results. The first result is active at once; ↑ and ↓ move through the results while
 * the focus stays in the field, as in any combobox, and Enter opens the active one. Enter before the results have arrived
 * searches at once and opens the first result. The address holds the search text.
 */
export function SearchPanel() {
  const username = useUsername();
  const { pathname, search: query, state } = useLocation();
  const from = pathname + query;
  const navigate = useNavigate();
  const opening = useOpenCard(from);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [typed, setTyped] = useSearchText();
  const [asked, setAsked] = useState<string>();
  const [activeKey, setActiveKey] = useState<string>();
  const [subject, setSubject] = useState<SheetSubject>();
  const { Part: Sheet } = sheet.usePart(subject !== undefined);
  const [recent, setRecent] = useState(() => readSearches(username));
  useFirstFocus(field, typed === '');

  const words = typed.trim();
  const search = useResults(words, asked);
  const { found, term, groups, results, isOld } = search;
  const isIdle = !canSearch(words);
  const isListed = !isIdle && results.length > 0 && !found.isError;
  const activeAt = isListed && !isOld ? findActive(results, activeKey) : -1;
  const optionId = (index: number): string => `${listId}-${index}`;

  const write = (text: string): void => {
    setTyped(text);
    setAsked(undefined);
    setActiveKey(undefined);
  };
  const open = (result: Result): void => {
    setAsked(undefined);
    setRecent(rememberSearch(username, words));
    if (result.subject !== undefined) setSubject(result.subject);
    else if (result.card !== undefined) opening.open(result.card, result.chapter);
    else {
      const { to, state: watchState } = result.linkFrom(from);
      navigate(to, { state: watchState });
    }
  };
  const handleRecent = (text: string): void => {
    write(text);
    setRecent(rememberSearch(username, text));
    field.current?.focus();
  };
  useOpenFirst(isOld || asked !== words ? undefined : results[0], open);
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (typed !== '') write('');
      else navigate(readReturnPath((state as { from?: unknown } | null)?.from));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const active = results[activeAt];
      if (active !== undefined) open(active);
      else if (!isIdle) setAsked(words);
    } else if (isListed && (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && activeAt > 0))) {
      event.preventDefault();
      const next = results[Math.min(activeAt + (event.key === 'ArrowDown' ? 1 : -1), results.length - 1)];
      setActiveKey(next?.key);
    }
  };

  return (
    <>
      <SearchField
        ref={field}
        listId={isListed ? listId : undefined}
        activeId={activeAt === -1 ? undefined : optionId(activeAt)}
        value={typed}
        onValueChange={write}
        onKeyDown={handleKey}
      />
      <output className="vh">{isListed && !isOld ? countSentence(results.length) : ''}</output>
      {isIdle ? (
        <BeforeTyping
          username={username}
          from={from}
          terms={recent}
          onChange={setRecent}
          onChoose={handleRecent}
          onLeave={() => field.current?.focus()}
        />
      ) : (
        <Found {...search} words={words}>
          <ResultList
            id={listId}
            optionId={optionId}
            groups={groups ?? []}
            term={found.data?.corrected ?? term}
            from={from}
            isOld={isOld}
            activeKey={results[activeAt]?.key}
            onActivate={setActiveKey}
            onOpen={open}
          />
        </Found>
      )}
      {opening.dialogs}
      {Sheet ? (
        <Sheet subject={subject} onClose={() => setSubject(undefined)} from={from} lineup={undefined} />
      ) : null}
    </>
  );
}

/** The index of the active result: the one with the key, by default the first. */
function findActive(results: readonly Result[], activeKey: string | undefined): number {
  return Math.max(
    0,
    results.findIndex(({ key }) => key === activeKey),
  );
}

/** The text in the field, cut to what the server accepts, and a function that changes it there and in the address. */
function useSearchText(): [string, (text: string) => void] {
  const { state } = useLocation();
  const [params, setQuery] = useSearchParams();
  const [typed, setTyped] = useTypedTerm(cutTerm(params.get('q') ?? ''));
  const write = (text: string): void => {
    const cut = cutTerm(text);
    const words = cut.trim();
    setTyped(cut);
    setQuery(words === '' ? {} : { q: words }, { replace: true, state: state as unknown });
  };
  return [typed, write];
}

interface FoundProps extends Pick<ReturnType<typeof useResults>, 'found' | 'term' | 'results' | 'isOld'> {
  /** The search text in the field. */
  words: string;
  /** The list of results, shown while there are any. */
  children: ReactNode;
}

/** What a search shows below the field: the results, or that it is waiting, has failed, or has found nothing. */
function Found({ found, term, results, isOld, words, children }: FoundProps) {
  if (found.isError) {
    return <Failed error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />;
  }
  if (results.length === 0) return isOld || found.isPending ? <Waiting /> : <Empty term={term} />;
  const corrected = isOld ? undefined : found.data?.corrected;
  return (
    <>
      {corrected === undefined ? null : (
        <p className="search__corrected" role="status">
          {correctedSentence(words, corrected)}
        </p>
      )}
      {children}
    </>
  );
}

/** The name of the signed-in person, under which their recent searches are stored. */
function useUsername(): string {
  const [username] = useState(() => {
    const session = sessionStore.read();
    return session.status === 'authenticated' ? session.user.username : '';
  });
  return username;
}

/**
 * Focuses the field when the search opens. After a return to results on a touch screen it does not, because the keyboard
 * would cover them.
 */
function useFirstFocus(field: { current: HTMLInputElement | null }, isEmpty: boolean): void {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const focus = useEffectEvent(() => {
    if (isEmpty || !isReturn || matchMedia('(hover: hover)').matches)
      field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);
}

/** Opens a search result as soon as it is there; `undefined` while there is none to open. */
function useOpenFirst(result: Result | undefined, open: (result: Result) => void): void {
  const openFirst = useEffectEvent(open);
  const key = result?.key;
  const openIt = useEffectEvent(() => {
    if (result !== undefined) openFirst(result);
  });
  useEffect(() => {
    if (key !== undefined) openIt();
  }, [key]);
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
  // Programmes come at the end, so that what is listed already stays where it is when they arrive.
  const programmes = useQuery(programmesQuery(term)).data;
  const groups = useMemo(
    () => found.data && [...readResults(found.data, term), ...(programmes ?? [])],
    [found.data, programmes, term],
  );
  const results = useMemo(() => groups?.flatMap((group) => group.results) ?? [], [groups]);
  /** Whether the shown results belong to an earlier search text than the one in the field. */
  const isOld = found.isPlaceholderData || term !== words;
  return { found, term, groups, results, isOld };
}
