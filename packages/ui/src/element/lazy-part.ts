import { useEffect, useState, type ComponentType } from 'react';

/** A component whose code is loaded separately from the page's. */
export interface LazyPart<Props> {
  /** Loads the code. Rejects when loading fails, and may then be called again. */
  fetch: () => Promise<void>;
  /** Loads the code once it is wanted. `Part` is set from then on; `retry` loads again after a failure. */
  usePart: (isWanted: boolean) => {
    Part: ComponentType<Props> | undefined;
    isFailed: boolean;
    retry: () => void;
  };
}

/** Unlike `React.lazy` it does not cache a failure, and does not throw into the page that renders it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;

  async function fetch(): Promise<void> {
    part ??= await load();
  }

  function usePart(isWanted: boolean) {
    const [, setArrived] = useState(false);
    const [isFailed, setFailed] = useState(false);
    // Clears the failure, so that the next request starts without one.
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
