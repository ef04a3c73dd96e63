import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { classes } from '../element/classes.ts';
import { gridStep } from '../navigation/spatial.ts';
import './choice-strip.css';

/** The properties of a strip of chips from which the person chooses one. */
export interface ChoiceStripProps {
  /** The name, for screen readers, of the strip of chips (small buttons), such as «Géneros». */
  label: string;
  items: readonly { value: string; label: string }[];
  value: string;
  onValueChange: (value: string) => void;
  className?: string | undefined;
}

function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const choices = [...event.currentTarget.querySelectorAll('button')];
  const from = choices.indexOf(event.target as HTMLButtonElement);
  const next = gridStep(from, event.key, choices.length, choices.length);
  if (next === undefined) return;
  event.preventDefault();
  choices[next]?.focus();
}

/**
 * A strip of buttons of which exactly one is chosen, such as the genres of films. The strip is one tab stop; ←, →,
 * Home and End move the focus inside it, Enter and Space choose the focused button, and ↑ and ↓ are not handled. The
 * caller provides the styles.
 */
export function ChoiceStrip({
  label,
  items,
  value,
  onValueChange,
  className,
  itemClass,
}: ChoiceStripProps & { itemClass: string }) {
  const stripRef = useRef<HTMLDivElement>(null);
  const chosen = items.findIndex((item) => item.value === value);

  useLayoutEffect(() => {
    const strip = stripRef.current;
    if (chosen < 0) return;
    const choice = strip?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!strip || !choice) return;
    // Scrolls the strip to the chosen button by setting its scroll position, because `scrollIntoView` would also scroll
    // the page.
    const left = choice.offsetLeft - strip.offsetLeft;
    const overflows =
      left < strip.scrollLeft || left + choice.offsetWidth > strip.scrollLeft + strip.clientWidth;
    if (overflows) strip.scrollLeft = left - (strip.clientWidth - choice.offsetWidth) / 2;
  }, [chosen]);

  return (
    <div
      ref={stripRef}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      className={classes('strip', className)}
      onKeyDown={handleKey}
    >
      {items.map((item, index) => (
        <button
          key={item.value}
          type="button"
          className={itemClass}
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
