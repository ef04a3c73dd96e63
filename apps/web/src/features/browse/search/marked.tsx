import { Fragment } from 'react';
import { findMarks } from './find-marks.ts';

/** Renders a text of a search result with the parts that match the search highlighted. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
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
