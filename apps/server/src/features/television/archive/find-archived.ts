import { archiveAddress, namesStreamKind, streamKindOf, type ArchivedProgramme } from '@butaca/m3u';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import type { ArchiveRow } from './archive.repository.ts';

const dayMs = 86_400_000;

/** The stream of a past programme, and the instant with which its media begin. */
export interface ArchivedStream {
  source: StreamSource;
  beginsAt: Date;
}

/**
 * Finds the first source of a channel whose archive has a programme. How its media are packed is said by the name of their
 * address, or else the same as for the channel.
 *
 * @returns `undefined` where none has it any more, or none has an archive
 */
export function findArchived(
  rows: readonly ArchiveRow[],
  programme: ArchivedProgramme,
): ArchivedStream | undefined {
  const ageMs = programme.now.getTime() - programme.startsAt.getTime();
  for (const { source, archive, days } of rows) {
    if (ageMs > days * dayMs) continue;
    const found = archiveAddress(archive, programme);
    if (found === undefined) continue;
    const { address, beginsAt } = found;
    const streamKind = namesStreamKind(address) ? streamKindOf(address) : source.streamKind;
    const isOver = programme.endsAt <= programme.now;
    return { source: { ...source, address, streamKind, listedAddress: source.address, isOver }, beginsAt };
  }
  return undefined;
}
