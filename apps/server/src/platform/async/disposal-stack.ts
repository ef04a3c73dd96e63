/*
 * Replaces JavaScript's `AsyncDisposableStack`, which Node 20 lacks. Unlike that class, this stack reports errors
 * instead of throwing them, so that the remaining resources are still disposed of.
 */

/**
 * A stack of resources; disposal of the stack disposes of them one after the other, in the reverse order of their
 * addition.
 */
export interface DisposalStack extends AsyncDisposable {
  /** Adds a resource to the disposal stack and returns it. */
  use<T extends AsyncDisposable | Disposable>(resource: T): T;
  /** Adds a function to the disposal stack, which is called on disposal. */
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
