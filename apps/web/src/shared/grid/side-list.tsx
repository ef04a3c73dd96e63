import { useArrowNavigation } from '@butaca/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import './side-list.css';

export interface SideListItem {
  value: string;
  label: string;
  to: string;
  /** Called when the person is about to choose it. */
  onNear?: () => void;
}

export interface SideListProps {
  /** The accessible name of the list. */
  label: string;
  items: readonly SideListItem[];
  chosen: string;
  onChoose: () => void;
  /** A button below the list, at its end on a phone. */
  foot?: ReactNode;
}

/**
 * What a screen's grid can be of: a column beside it, and a strip of seat backs on a phone. The screen's `main` has the
 * class `sided`, its head `sided__head`, and what the list leads to `sided__list`.
 */
export function SideList({ label, items, chosen, onChoose, foot }: SideListProps) {
  const arrows = useArrowNavigation();
  const list = useRef<HTMLUListElement>(null);
  const chosenIndex = items.findIndex(({ value }) => value === chosen);

  useLayoutEffect(() => {
    const strip = list.current;
    const current = strip?.children[chosenIndex];
    if (!strip || !(current instanceof HTMLElement)) return;
    // `scrollIntoView` would also move the page.
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }, [chosenIndex]);

  return (
    <nav className="side-list" aria-label={label}>
      <div className="side-list__in">
        {/* The keys come from the links inside it. */}
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
