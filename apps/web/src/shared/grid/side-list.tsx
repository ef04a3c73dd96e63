import { useArrowNavigation } from '@butaca/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import './side-list.css';

export interface SideListItem {
  value: string;
  label: string;
  to: string;
  /** Why the item is grey: for instance, nothing is behind it yet. */
  note?: string | undefined;
  /**
   * Called when this item of the side list is hovered or focused, to prefetch the data that the screen shows for it.
   */
  onNear?: () => void;
}

export interface SideListProps {
  /** The accessible name (`aria-label`) of the side list. */
  label: string;
  items: readonly SideListItem[];
  chosen: string;
  onChoose: () => void;
  /** A button shown below the side list, or at the end of the strip on a phone. */
  foot?: ReactNode;
}

/**
 * A list of choices that decide what a screen's grid shows, such as categories: a column beside the grid, or a
 * horizontal strip on a phone. Three elements of the screen need a class: `main` needs `sided`, the heading block
 * `sided__head`, the grid `sided__list`.
 */
export function SideList({ label, items, chosen, onChoose, foot }: SideListProps) {
  const arrows = useArrowNavigation();
  const list = useRef<HTMLUListElement>(null);
  const chosenIndex = items.findIndex(({ value }) => value === chosen);

  useLayoutEffect(() => {
    const strip = list.current;
    const current = strip?.children[chosenIndex];
    if (!strip || !(current instanceof HTMLElement)) return;
    // Scrolls the chosen item of the side list to the middle (on a phone the list is a strip); `scrollIntoView` would
    // scroll the page too.
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [chosenIndex]);

  return (
    <nav className="side-list" aria-label={label}>
      <div className="side-list__in">
        {/* The `ul` of the side list handles the arrow keys: their key events bubble up from the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul ref={list} {...arrows}>
          {items.map((item) => (
            <li key={item.value}>
              <Link
                to={item.to}
                title={item.note}
                replace
                onClick={onChoose}
                aria-current={item.value === chosen || undefined}
                onPointerEnter={item.onNear}
                onFocus={item.onNear}
              >
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
        {foot}
      </div>
    </nav>
  );
}
