/**
 * Makes entries of what the forms of list besides M3U say: a name, an address, and little more. A list collects them
 * together with what it names without an address that anything here could play.
 */
import { repairText, saysNone } from '@butaca/titles';
import { addressIssueOf, splitAddress, type RequestHeaders } from './address.ts';
import { nameOfAddress } from './bare-address.ts';
import { readGroups } from './entry-groups.ts';
import { mendLogo } from './logo-address.ts';
import type { IssueCode, PlaylistItem, RefusalReason } from './playlist-item.ts';

/** What a list says of an entry. */
export interface FoundEntry {
  lineNumber: number;
  /** The name; an entry without one is named after its address. */
  name: string | undefined;
  /** The address, with the request headers that may follow it after `|`. */
  address: string;
  group?: string | undefined;
  heading?: string | undefined;
  logo?: string | undefined;
  durationSeconds?: number | undefined;
  headers?: RequestHeaders | undefined;
}

type CountedCode = Extract<IssueCode, 'address.page' | 'address.list' | 'address.receiver'>;

/** Makes the items of a list. */
export interface ItemMaker {
  /** Adds an entry, or the reason why it is none. */
  add(found: FoundEntry, items: PlaylistItem[]): void;
  /** Notes an entry that is reported once together with all others of its kind. */
  count(code: CountedCode, lineNumber: number): void;
  /** Adds the reports on what was counted, and the refusal of a list without entries. */
  end(items: PlaylistItem[]): void;
}

export function createItemMaker(): ItemMaker {
  const counted = new Map<CountedCode, { lineNumber: number; count: number }>();
  let entries = 0;
  let faults = 0;

  return {
    add(found, items) {
      const item = toItem(found);
      if (item.type === 'entry') entries += 1;
      else faults += 1;
      items.push(item);
    },
    count(code, lineNumber) {
      const known = counted.get(code);
      if (known === undefined) counted.set(code, { lineNumber, count: 1 });
      else known.count += 1;
    },
    end(items) {
      for (const [code, { lineNumber, count }] of counted)
        items.push({ type: 'issue', issue: { lineNumber, code, count } });
      if (entries > 0) return;
      const isAllInReceiver = faults === 0 && counted.size === 1 && counted.has('address.receiver');
      const reason: RefusalReason = isAllInReceiver ? 'receiver' : 'empty';
      items.push({ type: 'refusal', reason });
    },
  };
}

function toItem(found: FoundEntry): PlaylistItem {
  const { lineNumber } = found;
  const split = splitAddress(found.address);
  if (split === undefined) {
    const code = found.address === '' ? 'entry.without_address' : addressIssueOf(found.address);
    return { type: 'issue', issue: { lineNumber, code } };
  }
  const { address } = split;
  const isNamed = found.name !== undefined && !saysNone(found.name);
  const logo = found.logo === undefined || saysNone(found.logo) ? undefined : repairText(found.logo);
  return {
    type: 'entry',
    entry: {
      lineNumber,
      title: (isNamed && repairText(found.name ?? '')) || nameOfAddress(address),
      address,
      isPlayable: /^https?:/i.test(address),
      headers: { ...found.headers, ...split.headers },
      groups: readGroups(found.group ?? ''),
      heading: found.heading,
      tvgId: undefined,
      tvgName: undefined,
      statedType: undefined,
      logo: mendLogo(logo),
      channelNumber: undefined,
      subChannelNumber: undefined,
      xuiId: undefined,
      durationSeconds: found.durationSeconds ?? null,
      catchup: undefined,
    },
  };
}
