/**
 * Whether a promise settles within the timeout. After the timeout the work continues unobserved; a rejection within the
 * timeout is thrown.
 */
export async function endsWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([work.then(() => true), timeout]).finally(() => clearTimeout(timer));
}
