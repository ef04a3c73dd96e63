import type { EnrichmentSource } from '@butaca/contract';
import { Button, classes } from '@butaca/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface PanelProps<T> {
  title: string;
  /** The title is for those alone who do not see the panel. */
  hidesTitle?: boolean;
  className: string;
  /** It comes where a failure was, which may have had the focus. */
  isAwaited?: boolean;
  query: UseQueryResult<T>;
  /** What is said where it did not come. */
  failure: string;
  /** What is said while it comes. */
  waiting: string;
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
}

/**
 * A part of the watch page that is asked for by itself: coming, failed, shown. The page is whole without it. It stands aside for
 * the arrows too, which lead from the picture to what is next to it before they lead here.
 */
export function Panel<T>({
  title,
  hidesTitle = false,
  className,
  isAwaited = false,
  query,
  failure,
  waiting,
  skeleton,
  children,
}: PanelProps<T>) {
  const titleId = useId();
  const { data, isError, refetch } = query;
  const section = useKeptFocus(query.status, isAwaited);
  const [isNew, setNew] = useState(true);
  if (isNew && !query.isPending) setNew(false);
  return (
    <aside
      className={classes('panel', className)}
      aria-labelledby={titleId}
      aria-busy={query.isPending}
      // Nothing has come or failed yet: what stands below may wait for it.
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
 * «Reintentar» goes with the failure, and would take the focus with it: it waits here, and goes on to what has come, were it
 * another failure.
 */
function useKeptFocus(status: UseQueryResult['status'], isAwaited: boolean) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(isAwaited ? 'error' : status);
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

/** For as long as it is there: a click on a panel's text is not to take the keys away from the player. */
function holdFocus(panel: HTMLElement): void {
  panel.tabIndex = -1;
  panel.addEventListener('blur', () => panel.removeAttribute('tabindex'), { once: true });
  panel.focus({ preventScroll: true });
}

/** Says of a text that a model has written it; what is known without one needs no label. */
export function GeneratedLabel({ source }: { source: EnrichmentSource }) {
  return source === 'gemini' ? (
    <p className="panel__generated">
      <Sparkles className="ico" aria-hidden />
      Generado por IA
    </p>
  ) : null;
}

/** The same of one among others. */
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
