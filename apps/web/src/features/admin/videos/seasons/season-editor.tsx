import { DndContext, DragOverlay } from '@dnd-kit/core';
import { Button } from '@butaca/ui';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ChapterRow, type ChapterActions } from './chapter-row.tsx';
import { useSeasonDeletion } from './season-deletion.tsx';
import {
  addChapter,
  addSeason,
  changeChapter,
  changeSeason,
  moveChapter,
  stepPosition,
  type SeasonForm,
} from './season-list.ts';
import { SeasonEnd, SeasonHead } from './season-rows.tsx';
import { toRows, type SeasonRow } from './season-row-list.ts';
import { useChapterDrag } from './use-chapter-drag.ts';
import { useRowWindow } from './use-row-window.ts';

type Seasons = readonly SeasonForm[];

interface SeasonEditorProps {
  seasons: Seasons;
  /**
   * Called with a function that computes the new seasons from the present ones. The parent must pass the same
   * `onSeasonsChange` at every render, so that the memoised rows of chapters do not render again.
   */
  onSeasonsChange: (change: (seasons: Seasons) => Seasons) => void;
  /**
   * The `key` (in the video editor's form) of the chapter or season with an invalid or missing value; its row is
   * scrolled into view.
   */
  faultKey: string | undefined;
  isChecked: boolean;
}

/**
 * The part of the video editor with the seasons and chapters of a series; only the rows near the viewport are rendered.
 */
export function SeasonEditor({ seasons, onSeasonsChange, faultKey, isChecked }: SeasonEditorProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [newChapterOf, setNewChapterOf] = useState<string>();
  const [seenFault, setSeenFault] = useState<string>();
  if (faultKey !== seenFault) {
    setSeenFault(faultKey);
    if (faultKey !== undefined) setFolded(new Set());
  }

  const drag = useChapterDrag(seasons, onSeasonsChange);
  const { askForChapter, askForSeason, dialog } = useSeasonDeletion(onSeasonsChange);
  const rows = useMemo(() => toRows(seasons, folded), [seasons, folded]);
  const { list, focusProps, items, totalPx, showRow } = useRowWindow(rows, drag.draggedKey);

  const { opened, actions } = useChapterActions(onSeasonsChange, askForChapter, list);
  useEffect(() => {
    if (faultKey !== undefined) showRow(faultKey);
  }, [faultKey, showRow]);

  const draw = (row: SeasonRow) => {
    const { season } = row;
    if (row.kind === 'head') {
      return (
        <SeasonHead
          season={season}
          isFolded={folded.has(season.key)}
          onFold={() => setFolded((keys) => toggled(keys, season.key))}
          onChange={(change) => onSeasonsChange((all) => changeSeason(all, season.key, change))}
          onRemove={() => askForSeason(season)}
        />
      );
    }
    if (row.kind === 'end') {
      return (
        <SeasonEnd
          season={season}
          onAdd={() => {
            setFolded((keys) => new Set([...keys].filter((key) => key !== season.key)));
            setNewChapterOf(season.key);
            onSeasonsChange((all) => addChapter(all, season.key));
          }}
        />
      );
    }
    const { chapter } = row;
    return (
      <ChapterRow
        chapter={chapter}
        seasonNumber={season.seasonNumber}
        actions={actions}
        isOpen={opened.has(chapter.key)}
        isFirst={row.isFirst}
        isLast={row.isLast}
        isNew={newChapterOf === season.key && chapter.id === undefined && chapter === season.chapters.at(-1)}
        isChecked={isChecked}
        landing={drag.landing(chapter.key)}
      />
    );
  };

  return (
    <section className="seasons" aria-labelledby="temporadas">
      <div className="seasons__head">
        <h2 id="temporadas">Temporadas</h2>
        <Button size="sm" icon={<Plus className="ico" />} onClick={() => onSeasonsChange(addSeason)}>
          Agregar temporada
        </Button>
      </div>
      <DndContext {...drag.context}>
        {/* While the arrow keys drag a series' chapter, the page's arrow-key navigation must not move the focus. */}
        <div
          ref={list}
          {...focusProps}
          role="presentation"
          className="seasons__list"
          style={{ height: totalPx }}
          onKeyDown={(event) => {
            if (drag.draggedKey !== undefined) event.preventDefault();
          }}
        >
          {items.map(({ row, topPx, measure, index }) => (
            <div
              key={row.key}
              ref={measure}
              data-index={index}
              className="seasons__row"
              style={{ top: topPx }}
            >
              {draw(row)}
            </div>
          ))}
        </div>
        <DragOverlay dropAnimation={null}>
          {drag.dragged && <div className="chapter__ghost">{drag.dragged.title || 'Capítulo'}</div>}
        </DragOverlay>
      </DndContext>
      {dialog}
    </section>
  );
}

/**
 * The handlers of the buttons in the video editor's row of a chapter (episode of a series), and the `key` values of the
 * chapters whose description and image fields are shown.
 */
function useChapterActions(
  onSeasonsChange: SeasonEditorProps['onSeasonsChange'],
  askForChapter: ChapterActions['remove'],
  list: RefObject<HTMLElement | null>,
): { opened: ReadonlySet<string>; actions: ChapterActions } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo<ChapterActions>(
    () => ({
      change: (key, change) => onSeasonsChange((all) => changeChapter(all, key, change)),
      step(key, step) {
        // The move of a chapter to another row is rendered synchronously, so that the pressed button can be found and
        // focused in the new row.
        flushSync(() =>
          onSeasonsChange((all) => {
            const position = stepPosition(all, key, step);
            return position === undefined ? all : moveChapter(all, key, position);
          }),
        );
        focusStep(list.current, key, step);
      },
      remove: askForChapter,
      toggle: (key) => setOpened((keys) => toggled(keys, key)),
    }),
    [onSeasonsChange, askForChapter, list],
  );
  return { opened, actions };
}

/**
 * After a chapter (episode of a series) was moved up or down, focuses the same button in the chapter's new row, or the
 * opposite button if that one is disabled.
 */
function focusStep(list: HTMLElement | null, key: string, step: -1 | 1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-chapter]') ?? [])];
  const row = rows.find((each) => each.dataset['chapter'] === key);
  const [wanted, other] = [step, -step].map((each) =>
    row?.querySelector<HTMLButtonElement>(`[data-step="${each}"]`),
  );
  (wanted?.disabled === false ? wanted : other)?.focus();
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
