import type { EnrichmentSource } from '@butaca/contract';
import { Button, classes } from '@butaca/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface PanelProps<T> {
  title: string;
  /** The title is for those alone who do not see the panel. */
  hidesTitle?: boolean;
  className: string;
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
  query,
  failure,
  waiting,
  skeleton,
  children,
}: PanelProps<T>) {
  const titleId = useId();
  const { data, isError, refetch } = query;
  const section = useKeptFocus(query.status);
  return (
    <aside
      className={classes('panel', className)}
      aria-labelledby={titleId}
      aria-busy={query.isPending}
      tabIndex={-1}
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

/** «Reintentar» goes with the failure, and would take the focus with it: it waits here, and goes on to what has come. */
function useKeptFocus(status: UseQueryResult['status']) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(status);
  useLayoutEffect(() => {
    const wasFailed = before.current === 'error';
    before.current = status;
    const { activeElement } = document;
    if (wasFailed && activeElement === document.body) section.current?.focus({ preventScroll: true });
    if (status !== 'success' || activeElement !== section.current) return;
    section.current?.querySelector<HTMLElement>('a[href], [role="tab"]')?.focus({ preventScroll: true });
  }, [status]);
  return section;
}

/** Says of a text that a model has written it; what is known without one needs no label. */
export function GeneratedLabel({ source }: { source: EnrichmentSource }) {
  if (source !== 'gemini') return null;
  return (
    <p className="panel__generated">
      <Sparkles className="ico" aria-hidden />
      Generado por IA
    </p>
  );
}
