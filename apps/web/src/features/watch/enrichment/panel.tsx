import type { EnrichmentSource } from '@butaca/contract';
import { Button, classes } from '@butaca/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface PanelProps<T> {
  title: string;
  /** Whether the title is only for screen readers. */
  hidesTitle?: boolean;
  className: string;
  /** Whether the panel replaces a failure whose button may have had the focus. */
  takesFocus?: boolean;
  query: UseQueryResult<T>;
  /** The sentence for a failed answer. */
  failure: string;
  /** The label of the waiting state. */
  waiting: string;
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
}

/**
 * A part of the watch page that is fetched by itself: loading, failed, or shown. The arrow keys lead from the picture to its
 * neighbours before they lead to a panel.
 */
export function Panel<T>({
  title,
  hidesTitle = false,
  className,
  takesFocus = false,
  query,
  failure,
  waiting,
  skeleton,
  children,
}: PanelProps<T>) {
  const titleId = useId();
  const { data, isError, refetch } = query;
  const section = useFocusHandover(query.status, takesFocus);
  const [isNew, setNew] = useState(true);
  if (isNew && !query.isPending) setNew(false);
  return (
    <aside
      className={classes('panel', className)}
      aria-labelledby={titleId}
      aria-busy={query.isPending}
      // Neither answered nor failed yet: the stylesheet may hide the panels below.
      data-new={isNew || undefined}
      ref={section}
    >
      <h2 className={hidesTitle ? 'vh' : 'panel__title'} id={titleId}>
        {title}
      </h2>
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <div className="panel__failure" role="alert">
          <p>{failure}</p>
          <Button size="sm" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </div>
      ) : (
        <>
          <output className="vh">{waiting}</output>
          {skeleton}
        </>
      )}
    </aside>
  );
}

/**
 * Keeps the focus when «Reintentar» disappears with the failure: the panel holds it meanwhile and passes it on to the answer, or
 * to the next failure.
 */
function useFocusHandover(status: UseQueryResult['status'], takesFocus: boolean) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(takesFocus ? 'error' : status);
  useLayoutEffect(() => {
    const wasFailed = before.current === 'error';
    before.current = status;
    const panel = section.current;
    if (panel === null) return;
    if (wasFailed && document.activeElement === document.body) holdFocus(panel);
    if (status === 'pending' || document.activeElement !== panel) return;
    panel.querySelector<HTMLElement>('a[href], button:not([tabindex="-1"])')?.focus({ preventScroll: true });
  }, [status]);
  return section;
}

/**
 * Makes the panel focusable only while it holds the focus: otherwise a click on its text would take the keys away from the
 * player.
 */
function holdFocus(panel: HTMLElement): void {
  panel.tabIndex = -1;
  panel.addEventListener('blur', () => panel.removeAttribute('tabindex'), { once: true });
  panel.focus({ preventScroll: true });
}

/** Labels a text that a model has written; text of the catalogue has no label. */
export function GeneratedLabel({ source }: { source: EnrichmentSource }) {
  return source === 'gemini' ? (
    <p className="panel__generated">
      <Sparkles className="ico" aria-hidden />
      Generado por IA
    </p>
  ) : null;
}

/** Labels one item of a list in the same way. */
export function GeneratedMark() {
  return (
    <span className="panel__generated">
      <Sparkles className="ico" aria-hidden />
      <span>
        <span className="vh">Generado por </span>IA
      </span>
    </span>
  );
}
