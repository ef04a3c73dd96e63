import { hash } from 'node:crypto';

/** Orders items at random, in the same order all day and for everybody. @param day - such as `2026-03-01` */
export const orderOfDay = <T extends { _id: string }>(items: readonly T[], day: string): T[] =>
  items
    .map((item) => ({ item, place: hash('md5', `${day} ${item._id}`) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ item }) => item);
