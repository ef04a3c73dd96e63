/**
 * The kinds of items that an item key names: `channel`, `video` (a film or a series), `chapter` (of a series),
 * `trailer` (of a video) and `loopback` (a source that a program on the server's machine fetches).
 */
export const itemKinds = ['channel', 'video', 'chapter', 'trailer', 'loopback'] as const;

export type ItemKind = (typeof itemKinds)[number];

/** Identifies the item that is played in stream grants, leases, trials and statistics: `<kind>:<id>`. */
export type ItemKey<Kind extends ItemKind = ItemKind> = `${Kind}:${string}`;

export const itemKeyOf = <Kind extends ItemKind>(kind: Kind, id: string): ItemKey<Kind> => `${kind}:${id}`;

/** Reads an item key's kind and id; gives `undefined` for a text that is not an item key. */
export function readItemKey(text: string): { kind: ItemKind; id: string } | undefined {
  const end = text.indexOf(':');
  const kind = itemKinds.find((known) => known === text.slice(0, Math.max(0, end)));
  return kind && { kind, id: text.slice(end + 1) };
}

/** Reads the id from an item key; gives `undefined` where the key names an item of another kind. */
export function readItemId(kind: ItemKind, text: string): string | undefined {
  const key = readItemKey(text);
  return key?.kind === kind ? key.id : undefined;
}
