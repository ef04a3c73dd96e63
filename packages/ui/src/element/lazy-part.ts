import { useEffect, useState, type ComponentType } from 'react';

/** A component whose code is apart from the page's. */
export interface LazyPart<Props> {
  /** Fetches the code; fails where it does not come, and may be called again then. */
  fetch: () => Promise<void>;
  /** Fetches the code once it is wanted. `Part` is there from then on; `retry` asks again after a failure. */
  usePart: (isWanted: boolean) => {
    Part: ComponentType<Props> | undefined;
    isFailed: boolean;
    retry: () => void;
  };
}

/** Unlike `React.lazy` it forgets a fetch that failed, and throws nothing into the page that shows it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;

  async function fetch(): Promise<void> {
    part ??= await load();
  }

  function usePart(isWanted: boolean) {
    const [, setArrived] = useState(false);
    const [isFailed, setFailed] = useState(false);
    // Who asks the next time has not failed yet.
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
