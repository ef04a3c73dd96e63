/**
 * What `work` comes to, or `late` when it takes longer than `withinMs`.
 *
 * Late work goes on; what it comes to is then for nobody, and so is its failure.
 */
export async function inTime<T, L>(work: Promise<T>, withinMs: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), withinMs);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
