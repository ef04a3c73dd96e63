import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { classes } from '../element/classes.ts';
import { gridStep } from '../navigation/spatial.ts';
import './choice-strip.css';

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

const fadeLength = '2.5rem';

/** Sets how far a strip fades out at each edge: not at all where there is nothing beyond. */
function setFades(strip: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = strip;
  const isMoreBefore = scrollLeft >= 1;
  const isMoreAfter = scrollLeft + clientWidth <= scrollWidth - 1;
  strip.style.setProperty('--strip-start', isMoreBefore ? fadeLength : '0px');
  strip.style.setProperty('--strip-end', isMoreAfter ? fadeLength : '0px');
}

/** Lets a strip fade out at its edges in browsers whose style sheets cannot follow a scroll position. */
function useFades(stripRef: { current: HTMLElement | null }, itemCount: number): void {
  useEffect(() => {
    const strip = stripRef.current;
    // Without the interface `CSS` a browser has no such animations either.
    const isFollowed = typeof CSS !== 'undefined' && CSS.supports('animation-timeline: scroll()');
    if (strip === null || isFollowed) return undefined;
    const update = (): void => setFades(strip);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(strip);
    strip.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      strip.removeEventListener('scroll', update);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other items have another width, of which no observer tells
  }, [stripRef, itemCount]);
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

  useFades(stripRef, items.length);

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
