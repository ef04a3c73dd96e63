export {
  normaliseAddress,
  providerKey,
  namesStreamKind,
  streamKindOf,
  type AddressKind,
  type RequestHeaders,
} from './address.ts';
export type { Catchup } from './catchup.ts';
export { describeAddress, hashAddress, isInternal, type DescribedAddress } from './describe-address.ts';
export { guessKind, type EntryKind } from './guess-kind.ts';
export { mapGroup, type GroupMeaning } from './map-group.ts';
export {
  readPlaylist,
  type IssueCode,
  type PlaylistEntry,
  type PlaylistIssue,
  type PlaylistItem,
  type RefusalReason,
} from './read-playlist.ts';
export { evenBlanks, foldTitle, readTitle, type Title } from './read-title.ts';
