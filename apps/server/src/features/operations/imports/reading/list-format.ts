import type { ErrorCode } from '@butaca/contract';
import {
  readPlaylist,
  type IssueCode,
  type PlaylistEntry,
  type PlaylistItem,
  type RefusalReason,
} from '@butaca/m3u';
import { AppError } from '../../../../platform/http/app-error.ts';
import { readAccountItems, type AccountItem } from '../../../../shared/provider/account-list.ts';
import { blankEntry, type StagedEntry } from './staged-entry.ts';

/** How the file of a list is read. */
export interface ListFormat<Item> {
  readItems(chunks: AsyncIterable<Buffer>): AsyncIterable<readonly Item[]>;
  /**
   * Makes an entry of an item. @returns `undefined` for an item that is none
   *
   * @throws AppError when the file is not a list
   */
  toStaged(item: Item, position: number): StagedEntry | undefined;
}

const issueReasons: Readonly<Record<IssueCode, string>> = {
  'entry.without_address': 'La entrada no tiene dirección.',
  'entry.unreadable': 'La entrada tiene demasiados atributos.',
  'entry.without_title': 'La entrada no tiene nombre.',
  'address.without_entry': 'La dirección no tiene delante ninguna línea #EXTINF.',
  'address.invalid': 'La dirección no es válida.',
  'address.too_long': 'La dirección es demasiado larga.',
  'line.too_long': 'La línea es demasiado larga.',
};

const refusalCodes: Readonly<Record<Exclude<RefusalReason, 'empty'>, ErrorCode>> = {
  binary: 'list.invalid',
  html: 'list.html',
  media_playlist: 'list.media_playlist',
};

/** @param emptyCode - the error code to answer with when no entry of the list could be read */
export function playlistFormat(
  readEntry: (entry: PlaylistEntry, position: number) => StagedEntry,
  emptyCode: ErrorCode,
): ListFormat<PlaylistItem> {
  return {
    readItems: readPlaylist,
    toStaged(item, position) {
      if (item.type === 'entry') return readEntry(item.entry, position);
      if (item.type === 'refusal')
        throw new AppError(item.reason === 'empty' ? emptyCode : refusalCodes[item.reason]);
      if (item.type !== 'issue') return undefined;
      const staged = blankEntry(position, item.issue.lineNumber);
      staged.reason = issueReasons[item.issue.code];
      return staged;
    },
  };
}

/**
 * The format of what an Xtream account has.
 *
 * @param emptyCode - the error code to answer with when it has nothing
 */
export function accountFormat(
  readItem: (item: AccountItem, position: number) => StagedEntry,
  emptyCode: ErrorCode,
): ListFormat<AccountItem> {
  return {
    async *readItems(chunks) {
      let isEmpty = true;
      for await (const items of readAccountItems(chunks)) {
        isEmpty &&= items.length === 0;
        yield items;
      }
      if (isEmpty) throw new AppError(emptyCode);
    },
    toStaged: readItem,
  };
}
