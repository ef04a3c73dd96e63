/*
 * Node 20 has no `AsyncDisposableStack`. This one also differs from it in that a failure is reported instead of thrown, so that
 * whoever closes the stack goes on to close what is not in it.
 */

/** Disposes of its resources one after the other, the last one added first. */
export interface DisposalStack extends AsyncDisposable {
  /** Adds a resource and returns it. */
  use<T extends AsyncDisposable | Disposable>(resource: T): T;
  /** Adds a step without a resource of its own. */
  defer(dispose: () => void | Promise<void>): void;
}

/** @param report - receives the error of each resource that fails to be disposed of; the others are disposed of all the same */
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
