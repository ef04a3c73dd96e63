/** A number with its noun in Spanish: «1 activo», «1204 activos»; thousands are separated as in Spanish. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es')} ${count === 1 ? one : many}`;
