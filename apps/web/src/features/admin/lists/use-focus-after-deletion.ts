import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus to the item that takes the place of a deleted one in a list, or else to the list's search field. The buttons
 * that delete an item carry `data-delete`.
 *
 * @param isFetching - the list is being asked for again
 * @returns `list` goes on the element around the list; `noteDeleted` takes the index of the deleted item
 */
export function useFocusAfterDeletion(isFetching: boolean): {
  list: RefObject<HTMLDivElement | null>;
  noteDeleted: (index: number | undefined) => void;
} {
  const list = useRef<HTMLDivElement>(null);
  const deletedAt = useRef<number>(undefined);
  useEffect(() => {
    if (deletedAt.current === undefined || isFetching) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-delete]') ?? [];
    const next = buttons[Math.min(deletedAt.current, buttons.length - 1)];
    (next ?? list.current?.querySelector<HTMLElement>('input'))?.focus();
    deletedAt.current = undefined;
  }, [isFetching]);
  return {
    list,
    noteDeleted: (index) => {
      deletedAt.current = index;
    },
  };
}
