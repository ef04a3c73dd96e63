import { Button, ErrorState, SkeletonRows, Spinner } from '@butaca/ui';
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

type Load = () => Promise<ComponentType>;

/** What a screen looks like while its code is coming; `bare` is for those without header, `part` for a part of a page. */
export type ScreenShape = 'posters' | 'rows' | 'bare' | 'part';

/** The screens whose code is loaded; they are rendered synchronously. */
const loaded = new Map<Load, ReactNode>();
/** The screens whose code is loading, or failed to load and has not been reported yet. */
const coming = new Map<Load, Promise<void>>();
/** A failure to load is reported to callers within this time; later callers load again. */
const toldWithinMs = 5_000;

/**
 * A screen whose code is fetched when it is first opened. Unlike `React.lazy` it forgets a fetch that failed, so that a
 * person who was without a connection gets the screen when it is back.
 */
export function LazyScreen({ load, shape = 'posters' }: { load: Load; shape?: ScreenShape }): ReactNode {
  // The component is reused from route to route: only its own code counts as arrived.
  const [, setArrived] = useState<Load>();
  const [failed, setFailed] = useState<Load>();
  const content = loaded.get(load);
  const isFailed = failed === load;
  useEffect(() => {
    // Judged by what was rendered, because the code may have arrived since.
    if (isFailed || content !== undefined) return;
    fetchScreen(load)
      .then(() => setArrived(() => load))
      .catch(() => {
        coming.delete(load);
        setFailed(() => load);
      });
  }, [load, isFailed, content]);

  if (content !== undefined) return content;
  if (!isFailed) {
    if (shape === 'part') return <SkeletonRows count={10} label="Cargando..." />;
    if (shape !== 'bare') return <PageSkeleton content={shape} isAtOnce={loaded.size === 0} />;
    return (
      <main className="guard">
        <Spinner size="lg" />
      </main>
    );
  }
  const failure = (
    <ErrorState
      headingLevel={shape === 'part' ? 2 : 1}
      title="No se pudo abrir la pantalla."
      reason="Revisa tu conexión e inténtalo de nuevo."
      action={
        <Button variant="primary" onClick={() => setFailed(undefined)}>
          Reintentar
        </Button>
      }
    />
  );
  if (shape === 'part') return failure;
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      {failure}
    </main>
  );
}

/**
 * Loads a screen's code, so that the screen is rendered synchronously.
 *
 * @throws what its fetch failed of; the screen says so when it is opened, and asks again when it is told to
 */
export function fetchScreen(load: Load): Promise<void> {
  if (loaded.has(load)) return Promise.resolve();
  const known = coming.get(load);
  if (known !== undefined) return known;
  const fetched = load().then((screen) => void loaded.set(load, createElement(screen)));
  const forget = (): void => {
    if (coming.get(load) === fetched) coming.delete(load);
  };
  coming.set(load, fetched);
  fetched.then(forget, () => setTimeout(forget, toldWithinMs));
  return fetched;
}
