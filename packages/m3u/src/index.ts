export {
  hasInvalidHost,
  normaliseAddress,
  providerKey,
  namesStreamKind,
  streamKindOf,
  type AddressKind,
  type RequestHeaders,
} from './address.ts';
export {
  archiveAddress,
  archivedAddresses,
  archiveKindOf,
  type ArchiveAddress,
  type ArchivedProgramme,
  type ArchivedSource,
} from './archive-address.ts';
export type { Catchup, CatchupKind } from './catchup.ts';
export { describeAddress, hashAddress, isInternal, type DescribedAddress } from './describe-address.ts';
export type {
  IssueCode,
  PlaylistEntry,
  PlaylistIssue,
  PlaylistItem,
  RefusalReason,
} from './playlist-item.ts';
export { readList } from './read-list.ts';
export { readPlaylist } from './read-playlist.ts';
export { packingOf, recogniseForm } from './recognise-form.ts';
