import { useEffect, useState, type ComponentType } from 'react';

/** A React component whose code is loaded separately from the code of the page, such as a dialog. */
export interface LazyPart<Props> {
  /** Loads the code of the lazily loaded component. Rejects when loading fails, and may then be called again. */
  load: () => Promise<void>;
  /**
   * Loads the code of the lazily loaded component as soon as `isWanted` is true; `Part` is the component once it was
   * loaded. `retry` loads it again after a failure.
   */
  usePart: (isWanted: boolean) => {
    Part: ComponentType<Props> | undefined;
    isFailed: boolean;
    retry: () => void;
  };
}

/**
 * Makes a React component whose code is loaded when it is first needed. Unlike with `React.lazy`, a failed load is not
 * cached and throws no error into the page.
 */
export function lazyPart<Props>(importPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;

  async function load(): Promise<void> {
    part ??= await importPart();
  }

  function usePart(isWanted: boolean) {
    const [, setArrived] = useState(false);
    const [isFailed, setFailed] = useState(false);
    // Forgets a failed load of the component's code when the component is no longer wanted, so that wanting it again
    // starts a new load.
    if (isFailed && !isWanted) setFailed(false);
    useEffect(() => {
      if (!isWanted || isFailed || part !== undefined) return;
      load()
        .then(() => setArrived(true))
        .catch(() => setFailed(true));
    }, [isWanted, isFailed]);
    return { Part: part, isFailed, retry: () => setFailed(false) };
  }
  return { load, usePart };
}
