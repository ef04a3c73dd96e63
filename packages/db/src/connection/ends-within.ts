/** Whether work ends within a time. Late work goes on; a failure within the time is thrown. */
export async function endsWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([work.then(() => true), timeout]).finally(() => clearTimeout(timer));
}
