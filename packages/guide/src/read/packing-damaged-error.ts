/** A packed file is damaged or ends too early; what came before the damage has been given on. */
export class PackingDamagedError extends Error {
  override readonly name = 'PackingDamagedError';
}
