import { Button, buttonClass, ErrorState, SkeletonRows, Spinner } from '@butaca/ui';
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';
import { useRetryOnReconnect } from './use-online.ts';
import { after } from './base/clock.ts';

type Load = () => Promise<ComponentType>;

/**
 * The placeholder shown while a screen's code loads: `bare` for screens without header, `part` for a part of a page,
 * such as an administration tab.
 */
export type ScreenShape = 'home' | 'grid' | 'rows' | 'tiles' | 'cards' | 'sided' | 'bare' | 'part';

/** The screens whose code is loaded, by their load functions; these screens are rendered synchronously. */
const loaded = new Map<Load, ReactNode>();
/** The imports of screens' code that are in flight, and those that failed within the last five seconds. */
const coming = new Map<Load, Promise<void>>();
/**
 * For this long after the import of a screen's code failed, callers get the same error; later callers start a new
 * import.
 */
const toldWithinMs = 5_000;

/**
 * A screen whose code is loaded when the screen first opens. Unlike `React.lazy` it forgets a failed import, so that a
 * person who was offline can open the screen once the connection is back.
 */
export function LazyScreen({ load, shape = 'grid' }: { load: Load; shape?: ScreenShape }): ReactNode {
  // React reuses this component from route to route, so the state holds which screen was loaded or failed.
  const [, setArrived] = useState<Load>();
  const [failed, setFailed] = useState<Load>();
  const content = loaded.get(load);
  const isFailed = failed === load;
  useEffect(() => {
    // The screen's code may have arrived after the last render, which did not have it; the screen is then rendered
    // again.
    if (isFailed || content !== undefined) return;
    fetchScreen(load)
      .then(() => setArrived(() => load))
      .catch(() => {
        coming.delete(load);
        setFailed(() => load);
      });
  }, [load, isFailed, content]);

  useRetryOnReconnect(isFailed, () => setFailed(undefined));

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
      title="No pudimos abrir esta página."
      reason="Revisa tu conexión e inténtalo de nuevo."
      action={
        <>
          <Button variant="primary" onClick={() => setFailed(undefined)}>
            Reintentar
          </Button>
          {shape === 'bare' && (
            <a className={buttonClass({ variant: 'line' })} href="#/">
              Volver al inicio
            </a>
          )}
        </>
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
 * Loads a screen's code, so that the screen can then be rendered synchronously.
 *
 * @throws the error of the failed import; the screen shows the error when it opens, and offers a retry
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
  fetched.then(forget, () => after(toldWithinMs, forget));
  return fetched;
}
