/* Where the guide of each category was left, for the way back from a channel. */

/**
 * Where a plane is scrolled to: the instant at its left edge, and how many rows are above its top. Unlike pixels, both stay
 * true when the axis begins on another day or the window gets another size.
 */
export interface PlanePlace {
  atMs: number;
  row: number;
}

/** The programme that the person has reached, by its channel and an instant of it: channels come and go, which moves rows. */
export interface ChosenCell {
  channelId: string;
  /** The row that the channel had, for when the channel is no longer there. */
  row: number;
  atMs: number;
}

interface GuidePlace {
  plane?: PlanePlace;
  cell?: ChosenCell | undefined;
}

const places = new Map<string, GuidePlace>();

/** Where the guide of a category was left; empty where it was not open yet. */
export const readPlace = (category: string): Readonly<GuidePlace> => places.get(category) ?? {};

/** Keeps what has changed of where the guide of a category is. */
export function keepPlace(category: string, changed: GuidePlace): void {
  places.set(category, { ...places.get(category), ...changed });
}
