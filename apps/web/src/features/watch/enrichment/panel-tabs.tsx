import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/**
 * How far ↓ or ↑ scrolls a tall tab panel, as a share of the window's height; less than 1, so that the last lines that
 * were read stay visible.
 */
const readStep = 0.6;

export interface PanelTab {
  key: string;
  label: string;
  content: ReactNode;
}

interface PanelTabsProps {
  /** The accessible name (`aria-label`) of the tab strip. */
  label: string;
  tabs: readonly PanelTab[];
  /** A note shown at the end of the tab strip. */
  note?: ReactNode;
}

/**
 * A strip of tabs above the panel of the selected tab. The strip is a single Tab stop: ← and → choose a tab, Home and
 * End the first and last tab. ← and → past either end, and ↑ and ↓, are left to the watch page's arrow navigation.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function PanelTabs({ label, tabs, note }: PanelTabsProps) {
  const [chosen, setChosen] = useState(0);
  const strip = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = tabs[chosen];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const steps: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (next === undefined || next === chosen || tabs[next] === undefined) return;
    event.preventDefault();
    setChosen(next);
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <>
      <div className="panel__strip">
        <div className="panel__tabs" role="tablist" aria-label={label} ref={strip}>
          {tabs.map((tab, index) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={index === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={index === chosen ? 0 : -1}
              onClick={() => setChosen(index)}
              onKeyDown={onKeyDown}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {note}
      </div>
      {shown === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys only scroll it
        <div
          className="panel__body"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${shown.key}`}
          // The tab panel has no focusable content, so it is focusable itself and a remote control can scroll it.
          tabIndex={0}
          onKeyDown={readOn}
        >
          {shown.content}
        </div>
      )}
    </>
  );
}

/**
 * On ↑ and ↓, scrolls a focused tab panel that is taller than the window; only at the panel's end do these keys move
 * the focus out of it.
 */
function readOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { top, bottom } = event.currentTarget.getBoundingClientRect();
  const isOn = event.key === 'ArrowDown' && bottom > innerHeight + 1;
  const isBack = event.key === 'ArrowUp' && top < -1;
  if (!isOn && !isBack) return;
  event.preventDefault();
  scrollBy({ top: (isOn ? 1 : -1) * innerHeight * readStep });
}
