import type { ChapterForm, SeasonForm } from './season-list.ts';

/**
 * One row of the season editor: the heading of a season, a chapter, or the end of a season with the button that adds a
 * chapter.
 */
export type SeasonRow =
  | { kind: 'head'; key: string; season: SeasonForm }
  | { kind: 'end'; key: string; season: SeasonForm }
  | {
      kind: 'chapter';
      key: string;
      season: SeasonForm;
      chapter: ChapterForm;
      isFirst: boolean;
      isLast: boolean;
    };

/**
 * Flattens seasons into the rows of the season editor, in display order.
 *
 * @param folded - the `key` values of the seasons whose chapters are hidden
 */
export function toRows(seasons: readonly SeasonForm[], folded: ReadonlySet<string>): SeasonRow[] {
  return seasons.flatMap((season, at): SeasonRow[] => {
    const shown = folded.has(season.key) ? [] : season.chapters;
    return [
      { kind: 'head', key: `inicio ${season.key}`, season },
      ...shown.map((chapter, index): SeasonRow => ({
        kind: 'chapter',
        key: chapter.key,
        season,
        chapter,
        isFirst: at === 0 && index === 0,
        isLast: at === seasons.length - 1 && index === shown.length - 1,
      })),
      { kind: 'end', key: `fin ${season.key}`, season },
    ];
  });
}
