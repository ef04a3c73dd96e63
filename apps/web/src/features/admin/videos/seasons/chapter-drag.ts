import {
  closestCenter,
  pointerWithin,
  type Announcements,
  type ClientRect,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type ScreenReaderInstructions,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { findChapter, type ChapterPosition, type SeasonForm } from './season-list.ts';

/** The prefix of the drag-and-drop id of the area below a season's chapters. */
const endPrefix = 'fin ';
export const endOf = (seasonKey: string): string => `${endPrefix}${seasonKey}`;

/**
 * The position at which a dragged chapter would be dropped: over another chapter that chapter's position, over the area
 * below a season's chapters the end of that season.
 */
export function dropPosition(
  seasons: readonly SeasonForm[],
  moved: UniqueIdentifier,
  over: UniqueIdentifier | undefined,
): ChapterPosition | undefined {
  const id = String(over ?? '');
  if (!id.startsWith(endPrefix)) return findChapter(seasons, id);
  const seasonKey = id.slice(endPrefix.length);
  const season = seasons.find(({ key }) => key === seasonKey);
  return season && { seasonKey, index: season.chapters.filter(({ key }) => key !== moved).length };
}

/**
 * Finds where a dragged chapter (episode of a series) would be dropped in the season editor: the row below the pointer,
 * or else the nearest row.
 */
export const findOver: CollisionDetection = (args) => {
  const below = args.pointerCoordinates === null ? [] : pointerWithin(args);
  return below.length > 0 ? below : closestCenter(args);
};

const middle = ({ top, height }: ClientRect): number => top + height / 2;

/**
 * Where ↑ and ↓ move a chapter (episode of a series) that is dragged with the keyboard: to the next row above or below.
 */
export const stepByKey: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const { collisionRect, droppableRects, over, active } = context;
  const isDown = event.code === 'ArrowDown';
  if ((!isDown && event.code !== 'ArrowUp') || collisionRect === null) return undefined;
  event.preventDefault();
  const now = droppableRects.get(over?.id ?? active?.id ?? '');
  const from = now === undefined ? middle(collisionRect) : middle(now);
  let next: ClientRect | undefined;
  for (const rect of droppableRects.values()) {
    const isBeyond = isDown ? middle(rect) > from + 1 : middle(rect) < from - 1;
    if (!isBeyond) continue;
    const isNearer = next === undefined || Math.abs(middle(rect) - from) < Math.abs(middle(next) - from);
    if (isNearer) next = rect;
  }
  if (next === undefined) return undefined;
  return { x: currentCoordinates.x, y: middle(next) - collisionRect.height / 2 };
};

export const instructions: ScreenReaderInstructions = {
  draggable:
    'Para mover un capítulo pulsa la barra espaciadora, elige su lugar con las flechas y vuelve a pulsarla para soltarlo. Escape lo deja donde estaba.',
};

/** What screen readers announce while a chapter (episode of a series) is dragged in the video editor. */
export function announceMoves(seasons: readonly SeasonForm[]): Announcements {
  const titleOf = (key: UniqueIdentifier): string => {
    const chapter = seasons.flatMap(({ chapters }) => chapters).find((each) => each.key === key);
    return `«${chapter?.title ?? ''}»`;
  };
  const describePosition = (moved: UniqueIdentifier, over: UniqueIdentifier | undefined): string => {
    const position = dropPosition(seasons, moved, over);
    const season = seasons.find(({ key }) => key === position?.seasonKey);
    if (position === undefined || season === undefined) return 'fuera de las temporadas';
    return `en la Temporada ${season.seasonNumber}, lugar ${position.index + 1}`;
  };
  return {
    onDragStart: ({ active }) => `Mueves el capítulo ${titleOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      `El capítulo ${titleOf(active.id)} quedará ${describePosition(active.id, over?.id)}.`,
    onDragEnd: ({ active }) => `Has soltado el capítulo ${titleOf(active.id)}.`,
    onDragCancel: ({ active }) => `El capítulo ${titleOf(active.id)} se queda donde estaba.`,
  };
}
