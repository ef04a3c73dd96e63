/** What became of a sample that was watched. */
export interface ZooLine {
  /** Whether the sample plays, or shows the true reason, as expected of it. */
  isRight: boolean;
  /** Whether the sample can be played, and so must not show a reason why it is not. */
  mustPlay: boolean;
  outcome: 'plays' | 'told' | 'mistold' | 'nothing';
  /** Milliseconds to the first picture or sound of a sample that plays. */
  firstMs?: number | undefined;
}

/** Of 100 samples that can be played, so many are to begin within this time. */
const quick = { ms: 2_000, goalPercent: 95 };

/**
 * Counts the results of samples, and compares them with the goals of `npm run prove -- zoo`: all are right, and enough of those
 * that can be played begin soon.
 *
 * @returns the sums as lines in Spanish
 */
export function sumZoo(lines: readonly ZooLine[]): { told: string[]; isMet: boolean } {
  const timesOf = (some: readonly ZooLine[]): number[] =>
    some.flatMap(({ outcome, firstMs }) => (outcome === 'plays' ? [firstMs ?? Infinity] : []));
  const countSoon = (times: readonly number[]): number => times.filter((ms) => ms <= quick.ms).length;
  const count = (outcome: ZooLine['outcome']): number =>
    lines.filter((line) => line.outcome === outcome).length;
  const times = timesOf(lines).toSorted((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)];
  const playable = lines.filter(({ mustPlay }) => mustPlay);
  const percent = playable.length === 0 ? 100 : (countSoon(timesOf(playable)) * 100) / playable.length;
  const right = lines.filter(({ isRight }) => isRight).length;
  const told = [
    `${lines.length} formas: ${countSoon(times)} se ven en ≤ 2 s, ${times.length - countSoon(times)} más tarde, ${count('told')} con frase cierta, ` +
      `${count('mistold')} con frase falsa, ${count('nothing')} sin imagen, sonido o frase a tiempo`,
    ...(times.length === 0
      ? []
      : [`hasta la primera imagen: mediana ${at(0.5)} ms, percentil 95 ${at(0.95)} ms`]),
    `${right} de ${lines.length} se ven o dicen la causa cierta (objetivo: todas)`,
    `de las ${playable.length} que pueden reproducirse, ${percent.toFixed(1).replace('.', ',')} % en ≤ 2 s (objetivo: ${quick.goalPercent} %)`,
  ];
  return { told, isMet: right === lines.length && percent >= quick.goalPercent };
}
