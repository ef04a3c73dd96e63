import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { classes } from '../element/classes.ts';
import { gridStep } from './spatial.ts';
import './pill-tabs.css';

export interface PillTabsProps {
  /** The accessible name of the strip. */
  label: string;
  items: readonly { value: string; label: string }[];
  value: string;
  onValueChange: (value: string) => void;
  className?: string | undefined;
}

function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const pills = [...event.currentTarget.querySelectorAll<HTMLElement>('.pill')];
  const next = gridStep(pills.indexOf(event.target as HTMLElement), event.key, pills.length, pills.length);
  if (next === undefined) return;
  event.preventDefault();
  pills[next]?.focus();
}

/**
 * A strip of seat backs to choose one from. It is one stop for Tab; arrows, Home and End move
 * inside, Enter and Space choose, and ↑ or ↓ are left for the page.
 */
export function PillTabs({ label, items, value, onValueChange, className }: PillTabsProps) {
  const stripRef = useRef<HTMLDivElement>(null);
  const chosen = items.findIndex((item) => item.value === value);

  useLayoutEffect(() => {
    const strip = stripRef.current;
    if (chosen < 0) return;
    const pill = strip?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!strip || !pill) return;
    // `scrollIntoView` would also move the page.
    const left = pill.offsetLeft - strip.offsetLeft;
    const overflows =
      left < strip.scrollLeft || left + pill.offsetWidth > strip.scrollLeft + strip.clientWidth;
    if (overflows) strip.scrollLeft = left - (strip.clientWidth - pill.offsetWidth) / 2;
  }, [chosen]);

  return (
    <div
      ref={stripRef}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      className={classes('pills', className)}
      onKeyDown={handleKey}
    >
      {items.map((item, index) => (
        <button
          key={item.value}
          type="button"
          className="pill"
          aria-pressed={item.value === value}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          onClick={() => onValueChange(item.value)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
