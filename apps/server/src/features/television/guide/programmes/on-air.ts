/*
 * What all channels of a section show now and next, kept from minute to minute: of 5,000 channels some 150 change their programme
 * in a minute. While the catalogue stays the same, only these are looked up for the next minute, and only their part of the answer
 * is written anew.
 */
import { LRUCache } from 'lru-cache';
import type { GuideLinkRow, ProgrammeRow, Wanted } from './programmes.repository.ts';
import { toOnAir } from './programmes.view.ts';

interface OnAirNeeds {
  /** The catalogue version. */
  version(): number;
  listLinked(section: string | undefined): Promise<GuideLinkRow[]>;
  listShown(wanted: readonly Wanted[]): Promise<ProgrammeRow[][]>;
}

/** A channel as an answer has it, and the instant at which it shows something else. */
interface KeptChannel {
  link: GuideLinkRow;
  json: string;
  changesAt: Date;
}

interface KeptSection {
  version: number;
  minute: Date;
  channels: readonly KeptChannel[];
}

/** Of how many sections it is kept what they show. */
const sectionsMost = 200;

/** @returns a function that writes what the channels of a section, or all, show in a minute: parts of an answer in JSON */
export function createOnAir({
  version,
  listLinked,
  listShown,
}: OnAirNeeds): (section: string | undefined, minute: Date) => Promise<string[]> {
  const sections = new LRUCache<string, KeptSection>({ max: sectionsMost });

  async function lookUp(links: readonly GuideLinkRow[], minute: Date): Promise<(KeptChannel | undefined)[]> {
    const found = await listShown(links.map((link) => ({ link, from: minute })));
    return links.map((link, index) => {
      const rows = found[index] ?? [];
      const onAir = toOnAir(link, rows, minute);
      const [first] = rows;
      if (onAir === undefined || first === undefined) return undefined;
      const changesAt = first.starts_at <= minute ? first.ends_at : first.starts_at;
      return { link, json: JSON.stringify(onAir), changesAt };
    });
  }

  return async (section, minute) => {
    const name = JSON.stringify([section]);
    const before = sections.get(name);
    const present = version();
    const isKept = before !== undefined && before.version === present && before.minute <= minute;
    const known: readonly (GuideLinkRow | KeptChannel)[] = isKept
      ? before.channels
      : await listLinked(section);
    const isDue = (each: GuideLinkRow | KeptChannel): boolean =>
      !('json' in each) || each.changesAt <= minute;
    const due = await lookUp(
      known.filter(isDue).map((each) => ('json' in each ? each.link : each)),
      minute,
    );
    const changed = due.values();
    const channels = known.flatMap((each) => {
      if ('json' in each && !isDue(each)) return each;
      const { value } = changed.next();
      return value ?? [];
    });
    sections.set(name, { version: present, minute, channels });
    return channels.map(({ json }) => json);
  };
}
