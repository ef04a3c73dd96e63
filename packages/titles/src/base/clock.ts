/** The last year that a name may mean as the year of a film: the next one, for films that are announced. */
export function latestYear(): number {
  return new Date().getFullYear() + 1;
}
