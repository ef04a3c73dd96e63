/** By which part a ratio has to be below the kept one before it is said. */
const toleratedFall = 0.15;

/**
 * Compares a measured ratio with the kept one.
 *
 * @param {string} what
 * @param {{ ratio: number, ratios: readonly number[] }} measured - the ratio of the medians, and that of each round
 * @param {number} kept
 * @returns {string} a line in Spanish; it begins with «MÁS LENTO» where the ratio has fallen by more than 15 %
 */
export function tellRatio(what, { ratio, ratios }, kept) {
  const inText = (/** @type {number} */ value) => value.toFixed(2).replace('.', ',');
  const change = Math.round((ratio / kept - 1) * 100);
  const text = `${what}: ${inText(ratio)} (${ratios.map(inText).join(' · ')}); guardada ${inText(kept)}, ${change >= 0 ? '+' : '−'}${Math.abs(change)} %`;
  return ratio < kept * (1 - toleratedFall) ? `MÁS LENTO: ${text}` : text;
}
