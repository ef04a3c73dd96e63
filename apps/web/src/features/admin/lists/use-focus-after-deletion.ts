import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the keyboard focus in an administration list: after an item was deleted, focuses the delete button of the next
 * item, or the search field if the list is empty. The delete buttons carry the attribute `data-delete`.
 *
 * @param isFetching - whether the list is being refetched
 * @returns `list`: the ref for the element around the list; `noteDeleted`: takes the index of the deleted item
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
