/**
 * The kinds of items that can be played: `channel`, `video` (a film or a series), `chapter` (of a series), `trailer`
 * (of a video), `archive` (past programmes of a channel) and `loopback` (a stream that a program such as ffmpeg on the server's
 * machine fetches).
 */
export const itemKinds = ['channel', 'video', 'chapter', 'trailer', 'archive', 'loopback'] as const;

export type ItemKind = (typeof itemKinds)[number];

/**
 * Identifies what is played, as `<kind>:<id>`, for example `chapter:123`. Playback permissions, trial budgets and
 * statistics are stored by this key.
 */
export type ItemKey<Kind extends ItemKind = ItemKind> = `${Kind}:${string}`;

export const itemKeyOf = <Kind extends ItemKind>(kind: Kind, id: string): ItemKey<Kind> => `${kind}:${id}`;

/** Splits a key `<kind>:<id>` of a playable item into kind and id; gives `undefined` for any other text. */
export function readItemKey(text: string): { kind: ItemKind; id: string } | undefined {
  const end = text.indexOf(':');
  const kind = itemKinds.find((known) => known === text.slice(0, Math.max(0, end)));
  return kind && { kind, id: text.slice(end + 1) };
}

/**
 * Reads the id from a key `<kind>:<id>` of a playable item; gives `undefined` where the key has another kind than the
 * given one.
 */
export function readItemId(kind: ItemKind, text: string): string | undefined {
  const key = readItemKey(text);
  return key?.kind === kind ? key.id : undefined;
}
