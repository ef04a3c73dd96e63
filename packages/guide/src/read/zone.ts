const quarterMs = 900_000;
const dayMs = 86_400_000;
/** How many quarters of an hour are remembered: those of three weeks. */
const rememberedQuarters = 2_016;

/**
 * A zone in which local times are read.
 *
 * A local time that a change of the clocks leaves out is read with the offset before the change, which makes it as much
 * later as the clocks were moved. One that there is twice has two instants.
 */
export interface Zone {
  /** @param localMs - the local time as if it were UTC @returns its instants, the earlier one first */
  instantsOf(localMs: number): readonly [number] | readonly [number, number];
}

const offsetForm = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

/**
 * Opens a zone.
 *
 * @param name - an IANA name such as `America/Santiago`, `UTC`, or an offset such as `+0200` or `-03:00`
 * @throws RangeError when there is no such zone
 */
export function openZone(name: string): Zone {
  const offsetMs = readOffset(name);
  if (offsetMs !== undefined) return fixedZone(offsetMs);
  const offsetAt = createOffsetReader(name);
  return {
    instantsOf(localMs) {
      const before = offsetAt(localMs - dayMs);
      const after = offsetAt(localMs + dayMs);
      if (before === after) return [localMs - before];
      const instants = [localMs - before, localMs - after].filter(
        (instant) => instant + offsetAt(instant) === localMs,
      );
      const [first, second] = instants;
      if (first === undefined) return [localMs - before];
      return second === undefined ? [first] : [Math.min(first, second), Math.max(first, second)];
    },
  };
}

/** Reads an offset such as `+0200`, `-03:00`, `UTC+2` or `Z`. @returns milliseconds east of UTC */
export function readOffset(text: string): number | undefined {
  if (text === 'UTC' || text === 'GMT' || text === 'Z') return 0;
  const [, sign, hours, minutes = '0'] = offsetForm.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offsetMs : offsetMs;
}

export function fixedZone(offsetMs: number): Zone {
  return { instantsOf: (localMs) => [localMs - offsetMs] };
}

/** Reads the offset of an IANA zone at an instant; the zone's rules change offsets at quarters of an hour only. */
function createOffsetReader(name: string): (instantMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (instantMs) => {
    const quarter = Math.floor(instantMs / quarterMs);
    const kept = known.get(quarter);
    if (kept !== undefined) return kept;
    const atMs = quarter * quarterMs;
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(atMs)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const offsetMs = Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
    if (known.size >= rememberedQuarters) known.clear();
    known.set(quarter, offsetMs);
    return offsetMs;
  };
}
