import { LogoTile, Picture } from '@butaca/ui';
import { Lock } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { lockedSentence } from '../../../shared/card/card.ts';
import { isPlainClick } from '../../../platform/plain-click.ts';
import { prefetchScreen } from '../../../platform/prefetch.ts';
import { findMarks, wordsOf } from './find-marks.ts';
import type { Result, ResultGroup } from './results.ts';

interface ResultListProps {
  id: string;
  /** The element id of the search result at an index, which is counted over all groups of results. */
  optionId: (index: number) => string;
  groups: readonly ResultGroup[];
  term: string;
  /** The path of the present screen, to which the watch page of the chosen search result returns. */
  from: string;
  /**
   * Whether the shown search results belong to an earlier search term, while those of the current term are being
   * fetched.
   */
  isOld: boolean;
  activeKey: string | undefined;
  onActivate: (key: string) => void;
  onOpen: (result: Result) => void;
}

/** The results of the search, grouped by type, as the options of a combobox. */
export function ResultList({ id, optionId, groups, term, isOld, activeKey, ...rest }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null);
  const words = wordsOf(term);
  useEffect(() => {
    if (activeKey === undefined) return;
    // The person is likely to open the active search result, so the code of the watch page is prefetched.
    prefetchScreen('watch');
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);

  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { results }) => sum + results.length, 0),
  );
  return (
    <div ref={list} id={id} className="results" role="listbox" aria-label="Resultados" aria-busy={isOld}>
      {groups.map(({ label, results }, groupIndex) => (
        <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
          <div id={`${id}-${label}`} className="search__label results__label" role="presentation">
            {label}
          </div>
          {results.map((result, index) => (
            <Option
              key={result.key}
              id={optionId((starts[groupIndex] ?? 0) + index)}
              result={result}
              words={words}
              isActive={result.key === activeKey}
              {...rest}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Pick<ResultListProps, 'from' | 'onActivate' | 'onOpen'> & {
  id: string;
  result: Result;
  words: readonly string[];
  isActive: boolean;
};

function Option({ id, result, words, isActive, from, onActivate, onOpen }: OptionProps) {
  const { key, title, caption, excerpt, locked } = result;
  return (
    <Link
      {...result.linkFrom(from)}
      id={id}
      className="result"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={[title, caption, locked && lockedSentence].filter(Boolean).join(', ')}
      onPointerMove={() => {
        if (!isActive) onActivate(key);
      }}
      // A mouse press on a search result must not move the focus out of the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen(result);
      }}
    >
      <ResultImage result={result} />
      <span className="result__words">
        <b>
          <Marked text={title} words={words} />
        </b>
        <span className="result__caption">{caption}</span>
        {excerpt === undefined ? null : (
          <span className="result__excerpt">
            <Marked text={excerpt} words={words} />
          </span>
        )}
      </span>
      {locked ? <Lock className="ico result__lock" aria-hidden="true" /> : null}
    </Link>
  );
}

/** Renders a text of a search result with the parts that match the search highlighted. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const marks = findMarks(text, words);
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}

function ResultImage({ result: { card, title, imageUrl, colour } }: { result: Result }) {
  return (
    <span className="result__image" aria-hidden="true">
      {card === undefined ? (
        <LogoTile name={title} logoUrl={imageUrl} color={colour} eager />
      ) : (
        <span className="result__poster">
          <Picture name={title} shape="small" url={imageUrl} />
        </span>
      )}
    </span>
  );
}
