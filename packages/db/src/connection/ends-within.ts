/**
 * Whether the promise `work` resolves within the timeout; a rejection within the timeout is thrown. After the timeout
 * the work behind the promise is not stopped, and its result is ignored.
 */
export async function endsWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([work.then(() => true), timeout]).finally(() => clearTimeout(timer));
}
