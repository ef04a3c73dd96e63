import { after, type Cancel } from '../base/clock.ts';

/**
 * Whether the promise `work` resolves within the timeout; a rejection within the timeout is thrown. After the timeout
 * the work behind the promise is not stopped, and its result is ignored.
 */
export async function endsWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  let cancel: Cancel | undefined;
  const timeout = new Promise<false>((resolve) => {
    cancel = after(timeoutMs, () => resolve(false), { keepsAlive: true });
  });
  return Promise.race([work.then(() => true), timeout]).finally(() => cancel?.());
}
