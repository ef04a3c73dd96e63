import type { ErrorCode } from '@butaca/contract';
import type { IssueCode, PlaylistIssue, PlaylistItem, RefusalReason } from '@butaca/m3u';
import type { ListedName, NeighbourEvidence } from '@butaca/titles';
import { AppError } from '../../../../platform/http/app-error.ts';
import { readAccountItems, type AccountItem } from '../../../../shared/provider/account-list.ts';
import type { ImportOptions } from './import-options.ts';
import { createEntryDescriber } from './list-neighbours.ts';
import { createAccountItemReader, toEntry } from './read-account-item.ts';
import { createEntryReader } from './read-entry.ts';
import { readBytes, readListFile, type ListFile } from './read-list-file.ts';
import { blankEntry, type StagedEntry } from './staged-entry.ts';

/** How the file of a list is read. */
export interface ListFormat<Item> {
  /** @throws AppError when the file cannot be unpacked */
  readItems(file: ListFile): AsyncIterable<readonly Item[]>;
  /**
   * Makes an entry of an item. @returns `undefined` for an item that is none
   *
   * @throws AppError when the file is not a list
   */
  toStaged(item: Item, position: number, neighbours?: NeighbourEvidence): StagedEntry | undefined;
  /** What of an item is compared with its neighbours; `undefined` for one that is not. */
  describe(item: Item): ListedName | undefined;
  /** The addresses of programme guides that an item names; none for an item that is something else. */
  guidesOf(item: Item): readonly string[];
}

type CountedCode = 'address.page' | 'address.list' | 'address.receiver';

const issueReasons: Readonly<Record<Exclude<IssueCode, CountedCode>, string>> = {
  'entry.without_address': 'La entrada no tiene dirección.',
  'entry.unreadable': 'La entrada tiene demasiados atributos.',
  'entry.without_title': 'La entrada no tiene nombre.',
  'address.invalid': 'La dirección no es válida.',
  'address.acestream': 'Es una dirección de AceStream, que necesita ese programa.',
  'address.kodi': 'Es una dirección de un complemento de Kodi, que necesita ese programa.',
  'address.sopcast': 'Es una dirección de SopCast, que necesita ese programa.',
  'address.torrent': 'Es un torrent, que necesita un programa de descargas.',
  'address.too_long': 'La dirección es demasiado larga.',
  'line.too_long': 'La línea es demasiado larga.',
};

/** Reasons for entries that are reported once for all of a list, by how many there are. */
const countedReasons: Readonly<Record<CountedCode, (count: number) => string>> = {
  'address.page': (count) =>
    count === 1
      ? 'Una dirección es una página web que solo sabe abrir Wiseplay.'
      : `${count.toLocaleString('es')} direcciones son páginas web que solo sabe abrir Wiseplay.`,
  'address.list': (count) =>
    count === 1
      ? 'La lista enlaza otra lista. Agrégala aparte.'
      : `La lista enlaza otras ${count.toLocaleString('es')} listas. Agrégalas aparte.`,
  'address.receiver': (count) =>
    count === 1
      ? 'Un servicio es de antena, cable o satélite, o un archivo del receptor: no tiene dirección de Internet.'
      : `${count.toLocaleString('es')} servicios son de antena, cable o satélite, o archivos del receptor: no tienen dirección de Internet.`,
};

function describeIssue({ code, count = 1 }: PlaylistIssue): string {
  return Object.hasOwn(countedReasons, code)
    ? countedReasons[code as CountedCode](count)
    : issueReasons[code as Exclude<IssueCode, CountedCode>];
}

const refusalCodes: Readonly<Record<Exclude<RefusalReason, 'empty'>, ErrorCode>> = {
  binary: 'list.invalid',
  html: 'list.html',
  media_playlist: 'list.media_playlist',
  packed: 'list.packed_twice',
  damaged: 'list.damaged',
  too_deep: 'list.too_deep',
  receiver: 'list.receiver_only',
};

/** @param emptyCode - the error code to answer with when no entry of the list could be read */
export function playlistFormat(options: ImportOptions, emptyCode: ErrorCode): ListFormat<PlaylistItem> {
  const readEntry = createEntryReader(options);
  const describe = createEntryDescriber(options);
  return {
    readItems: readListFile,
    describe: (item) => (item.type === 'entry' ? describe(item.entry) : undefined),
    guidesOf: (item) => (item.type === 'guides' ? item.addresses : []),
    toStaged(item, position, neighbours) {
      if (item.type === 'entry') return readEntry(item.entry, position, neighbours);
      if (item.type === 'refusal')
        throw new AppError(item.reason === 'empty' ? emptyCode : refusalCodes[item.reason]);
      if (item.type !== 'issue') return undefined;
      const staged = blankEntry(position, item.issue.lineNumber);
      staged.reason = describeIssue(item.issue);
      return staged;
    },
  };
}

/**
 * The format of what an Xtream account has.
 *
 * @param emptyCode - the error code to answer with when it has nothing
 */
export function accountFormat(options: ImportOptions, emptyCode: ErrorCode): ListFormat<AccountItem> {
  const describe = createEntryDescriber(options);
  return {
    async *readItems(file) {
      let isEmpty = true;
      for await (const items of readAccountItems(readBytes(file))) {
        isEmpty &&= items.length === 0;
        yield items;
      }
      if (isEmpty) throw new AppError(emptyCode);
    },
    toStaged: createAccountItemReader(options),
    // Of a series an account tells only its name, and its chapters are asked for later.
    describe: (account) => (account.kind === 'film' ? describe(toEntry(account, 0)) : undefined),
    guidesOf: () => [],
  };
}
