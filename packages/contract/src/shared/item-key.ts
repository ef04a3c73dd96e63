/**
 * What an item key can name: `channel`, `video` (a film or a series), `chapter` (of a series), `trailer` (of a video) and
 * `loopback` (a source that a program of the server's machine fetches).
 */
export const itemKinds = ['channel', 'video', 'chapter', 'trailer', 'loopback'] as const;

export type ItemKind = (typeof itemKinds)[number];

/** Names what is played in stream grants, leases, trials and statistics: `<kind>:<id>`. */
export type ItemKey<Kind extends ItemKind = ItemKind> = `${Kind}:${string}`;

/** The key of an item. */
export const itemKeyOf = <Kind extends ItemKind>(kind: Kind, id: string): ItemKey<Kind> => `${kind}:${id}`;

/** What a key names; `undefined` for a text that is no item key. */
export function readItemKey(text: string): { kind: ItemKind; id: string } | undefined {
  const end = text.indexOf(':');
  const kind = itemKinds.find((known) => known === text.slice(0, Math.max(0, end)));
  return kind && { kind, id: text.slice(end + 1) };
}

/** The id of the item that a key names; `undefined` where the key names an item of another kind. */
export function readItemId(kind: ItemKind, text: string): string | undefined {
  const key = readItemKey(text);
  return key?.kind === kind ? key.id : undefined;
}
