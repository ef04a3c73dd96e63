import type { EnrichmentSource } from '@butaca/contract';
import { Button, classes } from '@butaca/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface PanelProps<T> {
  title: string;
  /** Whether only screen readers get the title of this panel of the watch page. */
  hidesTitle?: boolean;
  className: string;
  /**
   * Whether this panel of the watch page replaces an error message whose «Reintentar» button may have had the focus;
   * the panel then takes the focus.
   */
  takesFocus?: boolean;
  query: UseQueryResult<T>;
  /** The sentence shown in this panel of the watch page if its API call fails. */
  failure: string;
  /** The text that screen readers get while the API call of this panel of the watch page is in flight. */
  waiting: string;
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
}

/**
 * A panel of the watch page with its own API call (the information, the recommendations): shown as loading, failed or
 * loaded.
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
      // Marks a panel below the video that has neither loaded nor failed yet: the stylesheet may then hide the panels
      // after it, which would be pushed down.
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
 * Keeps the keyboard focus in the panel when its «Reintentar» button is removed together with the error message: the
 * panel itself holds the focus during the retry, then gives it to the first link or button of the loaded content or of
 * the next error message.
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
 * Makes a panel of the watch page focusable only while it has the focus: if it always were, a click on its text would
 * move the focus out of the player, and the player's keys would stop working.
 */
function holdFocus(panel: HTMLElement): void {
  panel.tabIndex = -1;
  panel.addEventListener('blur', () => panel.removeAttribute('tabindex'), { once: true });
  panel.focus({ preventScroll: true });
}

/**
 * The label «Generado por IA» of a panel whose text an AI model has written; a text from the catalogue gets no label.
 */
export function GeneratedLabel({ source }: { source: EnrichmentSource }) {
  return source === 'gemini' ? (
    <p className="panel__generated">
      <Sparkles className="ico" aria-hidden />
      Generado por IA
    </p>
  ) : null;
}

/** The short label «IA» beside one item of a list that an AI model has written. */
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
