import { Fragment } from 'react';
import { findMarks } from './find-marks.ts';

/** A text in which the matches of a search are highlighted. */
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
