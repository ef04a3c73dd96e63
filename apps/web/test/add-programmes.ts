import { makeFakeProgramme, type FakeServer } from '@butaca/testing';

const minuteMs = 60_000;

/** A programme as tests write it: its title, its first and last minute, counted from now, and further fields. */
export type WrittenProgramme = readonly [
  title: string,
  fromMinutes: number,
  toMinutes: number,
  more?: Partial<Parameters<typeof makeFakeProgramme>[0]>,
];

/** Gives a channel of the fake server a guide, by the server's clock. */
export function addProgrammes(
  server: FakeServer,
  channelId: string,
  written: readonly WrittenProgramme[],
): void {
  const nowMs = Math.floor((Date.now() + server.memory.clockAheadMs) / minuteMs) * minuteMs;
  const at = (minutes: number) => new Date(nowMs + minutes * minuteMs).toISOString();
  server.memory.guide.programmes.set(
    channelId,
    written.map(([title, from, to, more]) =>
      makeFakeProgramme({ title, startsAt: at(from), endsAt: at(to), ...more }),
    ),
  );
}
