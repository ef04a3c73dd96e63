/*
 * Replaces `AsyncDisposableStack`, which Node 20 lacks. Unlike that class, it reports errors instead of throwing them,
 * so that the code that closes the stack can continue with other resources.
 */

/** Disposes of its resources one after the other, in the reverse order of their addition. */
export interface DisposalStack extends AsyncDisposable {
  /** Adds a resource and returns it. */
  use<T extends AsyncDisposable | Disposable>(resource: T): T;
  /** Adds a function that is called on disposal. */
  defer(dispose: () => void | Promise<void>): void;
}

/**
 * @param report - called with the error of each resource whose disposal fails; the remaining resources are still
 * disposed of
 */
export function createDisposalStack(report: (error: unknown) => void): DisposalStack {
  const steps: (() => void | PromiseLike<void>)[] = [];
  return {
    use(resource) {
      steps.push(() =>
        Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose](),
      );
      return resource;
    },
    defer(dispose) {
      steps.push(dispose);
    },
    async [Symbol.asyncDispose]() {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
