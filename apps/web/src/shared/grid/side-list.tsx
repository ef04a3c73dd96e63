import { useArrowNavigation } from '@butaca/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import './side-list.css';

export interface SideListItem {
  value: string;
  label: string;
  to: string;
  /** Called when the item is hovered or focused. */
  onNear?: () => void;
}

export interface SideListProps {
  /** The accessible name of the list. */
  label: string;
  items: readonly SideListItem[];
  chosen: string;
  onChoose: () => void;
  /** A button shown below the list, or at the end of the strip on a phone. */
  foot?: ReactNode;
}

/**
 * The choices that fill a screen's grid, such as categories: a column beside the grid, or a horizontal strip on a
 * phone. Of the screen, `main` needs the class `sided`, its heading block `sided__head`, and the grid `sided__list`.
 */
export function SideList({ label, items, chosen, onChoose, foot }: SideListProps) {
  const arrows = useArrowNavigation();
  const list = useRef<HTMLUListElement>(null);
  const chosenIndex = items.findIndex(({ value }) => value === chosen);

  useLayoutEffect(() => {
    const strip = list.current;
    const current = strip?.children[chosenIndex];
    if (!strip || !(current instanceof HTMLElement)) return;
    // `scrollIntoView` is not used because it would scroll the page too.
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [chosenIndex]);

  return (
    <nav className="side-list" aria-label={label}>
      <div className="side-list__in">
        {/* The list handles keyboard events that bubble up from the links inside it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul ref={list} {...arrows}>
          {items.map((item) => (
            <li key={item.value}>
              <Link
                to={item.to}
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
