import { useEffect, useState, type ComponentType } from 'react';

/** A component whose code is loaded separately from the code of the page. */
export interface LazyPart<Props> {
  /** Loads the component's code. Rejects when loading fails, and may then be called again. */
  fetch: () => Promise<void>;
  /** Loads the component's code once `isWanted` is true; `Part` is then set. `retry` loads again after a failure. */
  usePart: (isWanted: boolean) => {
    Part: ComponentType<Props> | undefined;
    isFailed: boolean;
    retry: () => void;
  };
}

/** Loads a component lazily. Unlike with `React.lazy`, a failed load is not cached and throws no error into the page. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;

  async function fetch(): Promise<void> {
    part ??= await load();
  }

  function usePart(isWanted: boolean) {
    const [, setArrived] = useState(false);
    const [isFailed, setFailed] = useState(false);
    // Clears the failure when the component is no longer wanted, so that the next request starts without it.
    if (isFailed && !isWanted) setFailed(false);
    useEffect(() => {
      if (!isWanted || isFailed || part !== undefined) return;
      fetch()
        .then(() => setArrived(true))
        .catch(() => setFailed(true));
    }, [isWanted, isFailed]);
    return { Part: part, isFailed, retry: () => setFailed(false) };
  }
  return { fetch, usePart };
}
