import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { Button, ConfirmDialog } from '@butaca/ui';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { announceMoves, dropPlace, findOver, instructions, stepByKey } from './chapter-drag.ts';
import { ChapterRow, type ChapterActions } from './chapter-row.tsx';
import {
  addChapter,
  addSeason,
  changeChapter,
  changeSeason,
  findChapter,
  moveChapter,
  removeChapter,
  removeSeason,
  stepPlace,
  type SeasonForm,
} from './season-list.ts';
import { SeasonEnd, SeasonHead } from './season-rows.tsx';
import { toRows, type SeasonRow } from './season-row-list.ts';
import { useRowWindow } from './use-row-window.ts';

type Seasons = readonly SeasonForm[];

interface SeasonEditorProps {
  seasons: Seasons;
  /** Always the same function. */
  onSeasonsChange: (change: (seasons: Seasons) => Seasons) => void;
  /** Where something is missing: the chapter or season that is shown and marked. */
  faultKey: string | undefined;
  isChecked: boolean;
}

interface PendingDeletion {
  title: string;
  text: string;
  remove: (seasons: Seasons) => Seasons;
}

/** The seasons and their chapters: only the rows near the window are drawn, whatever their number. */
export function SeasonEditor({ seasons, onSeasonsChange, faultKey, isChecked }: SeasonEditorProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<{ key: string; over: UniqueIdentifier | undefined }>();
  const [pendingDeletion, setPendingDeletion] = useState<PendingDeletion>();
  const [isAsking, setAsking] = useState(false);
  const [newChapterOf, setNewChapterOf] = useState<string>();
  const [seenFault, setSeenFault] = useState<string>();
  if (faultKey !== seenFault) {
    setSeenFault(faultKey);
    if (faultKey !== undefined) setFolded(new Set());
  }

  const rows = useMemo(() => toRows(seasons, folded), [seasons, folded]);
  const { list, focusProps, items, totalPx, showRow } = useRowWindow(rows, moving?.key);

  const actions = useMemo<ChapterActions>(
    () => ({
      change: (key, change) => onSeasonsChange((all) => changeChapter(all, key, change)),
      step(key, step) {
        // At once: the button that was pressed is found again where its row is now.
        flushSync(() =>
          onSeasonsChange((all) => {
            const place = stepPlace(all, key, step);
            return place === undefined ? all : moveChapter(all, key, place);
          }),
        );
        focusStep(list.current, key, step);
      },
      remove(key, title) {
        setPendingDeletion({
          title: '¿Eliminar el capítulo?',
          text: `Se eliminará «${title}» cuando guardes, con lo que cada persona haya visto de él.`,
          remove: (all) => removeChapter(all, key),
        });
        setAsking(true);
      },
      toggle: (key) => setOpened((keys) => toggled(keys, key)),
    }),
    [onSeasonsChange, list],
  );

  useEffect(() => {
    if (faultKey !== undefined) showRow(faultKey);
  }, [faultKey, showRow]);

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  );
  const landing = (key: string): 'above' | 'below' | undefined => {
    if (moving === undefined || moving.over !== key || moving.key === key) return undefined;
    const from = findChapter(seasons, moving.key);
    const to = findChapter(seasons, key);
    const isDown = from?.seasonKey === to?.seasonKey && (from?.index ?? 0) < (to?.index ?? 0);
    return isDown ? 'below' : 'above';
  };

  const draw = (row: SeasonRow) => {
    const { season } = row;
    if (row.kind === 'head') {
      return (
        <SeasonHead
          season={season}
          isFolded={folded.has(season.key)}
          onFold={() => setFolded((keys) => toggled(keys, season.key))}
          onChange={(change) => onSeasonsChange((all) => changeSeason(all, season.key, change))}
          onRemove={() => {
            setPendingDeletion({
              title: `¿Eliminar la temporada ${season.seasonNumber}?`,
              text: describeSeason(season),
              remove: (all) => removeSeason(all, season.key),
            });
            setAsking(true);
          }}
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
        landing={landing(chapter.key)}
      />
    );
  };

  const moved = moving && seasons.flatMap(({ chapters }) => chapters).find(({ key }) => key === moving.key);
  return (
    <section className="seasons" aria-labelledby="temporadas">
      <div className="seasons__head">
        <h2 id="temporadas">Temporadas</h2>
        <Button size="sm" icon={<Plus className="ico" />} onClick={() => onSeasonsChange(addSeason)}>
          Agregar temporada
        </Button>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={findOver}
        measuring={measuring}
        accessibility={{ announcements: announceMoves(seasons), screenReaderInstructions: instructions }}
        onDragStart={({ active }) => setMoving({ key: String(active.id), over: undefined })}
        onDragOver={({ active, over }) => setMoving({ key: String(active.id), over: over?.id })}
        onDragCancel={() => setMoving(undefined)}
        onDragEnd={({ active, over }) => {
          const key = String(active.id);
          const place = dropPlace(seasons, key, over?.id);
          setMoving(undefined);
          if (place !== undefined) onSeasonsChange((all) => moveChapter(all, key, place));
        }}
      >
        {/* While a chapter is moved by keys, the arrows are its own: the page's remote leaves them alone. */}
        <div
          ref={list}
          {...focusProps}
          role="presentation"
          className="seasons__list"
          style={{ height: totalPx }}
          onKeyDown={(event) => {
            if (moving !== undefined) event.preventDefault();
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
          {moved && <div className="chapter__ghost">{moved.title || 'Capítulo'}</div>}
        </DragOverlay>
      </DndContext>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={pendingDeletion?.title ?? ''}
        confirmLabel="Eliminar"
        onConfirm={() => {
          if (pendingDeletion !== undefined) onSeasonsChange(pendingDeletion.remove);
          setAsking(false);
        }}
      >
        {pendingDeletion?.text ?? ''}
      </ConfirmDialog>
    </section>
  );
}

const measuring = { droppable: { strategy: MeasuringStrategy.Always } };

/** The button that moves a chapter on, or the other one where there is no way on. */
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

function describeSeason({ title, chapters }: SeasonForm): string {
  const count = chapters.length === 1 ? 'su capítulo' : `sus ${chapters.length} capítulos`;
  return chapters.length === 0
    ? `Se eliminará «${title}» cuando guardes.`
    : `Se eliminará «${title}» con ${count} cuando guardes, y lo que cada persona haya visto de ella.`;
}
