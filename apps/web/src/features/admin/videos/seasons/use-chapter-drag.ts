import {
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { useState } from 'react';
import { announceMoves, dropPosition, findOver, instructions, stepByKey } from './chapter-drag.ts';
import { findChapter, moveChapter, type SeasonForm } from './season-list.ts';

type Seasons = readonly SeasonForm[];

const measuring = { droppable: { strategy: MeasuringStrategy.Always } };

/**
 * Moves a series' chapters (episodes) in the video editor by dragging, with a pointer or with the keyboard on a drag
 * handle.
 *
 * @returns `dragged`: the chapter that is being moved; `landing`: the side of another chapter on which it would be
 *   dropped; `context`: the properties of the `DndContext` around the list
 */
export function useChapterDrag(
  seasons: Seasons,
  onSeasonsChange: (change: (seasons: Seasons) => Seasons) => void,
) {
  const [moving, setMoving] = useState<{ key: string; over: UniqueIdentifier | undefined }>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  );
  const context: DndContextProps = {
    sensors,
    collisionDetection: findOver,
    measuring,
    accessibility: { announcements: announceMoves(seasons), screenReaderInstructions: instructions },
    onDragStart: ({ active }) => setMoving({ key: String(active.id), over: undefined }),
    onDragOver: ({ active, over }) => setMoving({ key: String(active.id), over: over?.id }),
    onDragCancel: () => setMoving(undefined),
    onDragEnd({ active, over }) {
      const key = String(active.id);
      const position = dropPosition(seasons, key, over?.id);
      setMoving(undefined);
      if (position !== undefined) onSeasonsChange((all) => moveChapter(all, key, position));
    },
  };
  return {
    context,
    dragged: moving && seasons.flatMap(({ chapters }) => chapters).find(({ key }) => key === moving.key),
    draggedKey: moving?.key,
    landing(key: string): 'above' | 'below' | undefined {
      if (moving === undefined || moving.over !== key || moving.key === key) return undefined;
      const from = findChapter(seasons, moving.key);
      const to = findChapter(seasons, key);
      const isDown = from?.seasonKey === to?.seasonKey && (from?.index ?? 0) < (to?.index ?? 0);
      return isDown ? 'below' : 'above';
    },
  };
}
