// The thread that reads one guide. It matches the channels of the guide with those of the catalogue, and sends the programmes
// of the matched ones in parts; it goes on when a part has been taken, so that few of them are in memory at once.
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { foldText } from '@butaca/contract';
import {
  GuideRefusedError,
  matchChannels,
  readGuide,
  type ChannelMatches,
  type GuideChannel,
  type GuideProgramme,
  type GuideReading,
} from '@butaca/guide';
import { copyLine } from './copy-lines.ts';
import type { GuideMessage, GuideWork } from './guide-work.ts';

const { path, zone, fromMs, toMs, channels, decided } = workerData as GuideWork;

/** The longest texts that are kept of a programme, in characters, and the most categories. */
const longest = { title: 300, subtitle: 300, description: 2_000, category: 60, ageRating: 20 };
const categoriesMost = 8;
/** How many names of a channel of the guide are kept, and how long they may be. */
const namesMost = 12;
const longestName = 200;
/** The longest id of a channel of a guide that is kept, in characters: an index has to hold it. */
const longestId = 500;
/** The size from which a part of the lines is sent, in characters. */
const partLength = 262_144;

function send(message: GuideMessage, transferred: ArrayBuffer[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
  parentPort?.postMessage(message, transferred);
}

/** Copies a text into bytes that can be handed over to another thread. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Resolves when the part that was sent last has been taken. */
const taken = (): Promise<void> =>
  new Promise((resolve) => void parentPort?.once('message', () => resolve()));

const cut = (text: string | undefined, length: number): string | null =>
  text === undefined || text === '' ? null : text.slice(0, length);

/** Titles that were folded lately: programmes of one guide share most of their titles. */
const foldedTitles = new Map<string, string>();
const titlesRemembered = 20_000;

function fold(title: string): string {
  const known = foldedTitles.get(title);
  if (known !== undefined) return known;
  if (foldedTitles.size >= titlesRemembered) foldedTitles.clear();
  const folded = foldText(title);
  foldedTitles.set(title, folded);
  return folded;
}

function programmeLine(programme: GuideProgramme): string {
  const title = programme.title.slice(0, longest.title);
  return copyLine([
    programme.channelId,
    programme.startMs,
    programme.stopMs ?? null,
    title,
    fold(title),
    cut(programme.subtitle, longest.subtitle),
    cut(programme.description, longest.description),
    programme.categories.slice(0, categoriesMost).map((name) => name.slice(0, longest.category)),
    programme.season ?? null,
    programme.episode ?? null,
    programme.year ?? null,
    cut(programme.ageRating, longest.ageRating),
    programme.isNew,
    programme.isLive,
    programme.isRepeat,
  ]);
}

interface Read {
  reading: GuideReading;
  known: Map<string, GuideChannel>;
  chosen: ReadonlySet<string>;
}

/**
 * Reads the guide once and sends the programmes that are wanted of it.
 *
 * @param wanted - the ids of the channels whose programmes are wanted; `undefined` to choose them by the channels that the
 * guide declares before its first programme
 */
async function read(wanted: ReadonlySet<string> | undefined): Promise<Read> {
  const known = new Map<string, GuideChannel>();
  let chosen = wanted;
  let lines: string[] = [];
  let length = 0;
  let count = 0;

  async function flush(): Promise<void> {
    if (count === 0) return;
    const bytes = bytesOf(lines.join(''));
    send({ kind: 'programmes', lines: bytes, count }, [bytes.buffer]);
    lines = [];
    length = 0;
    count = 0;
    await taken();
  }

  const reading = await readGuide(createReadStream(path), {
    zone,
    fromMs,
    toMs,
    async chooseChannels(given) {
      for (const channel of given) if (channel.id.length <= longestId) known.set(channel.id, channel);
      chosen ??= listWanted(match(known));
      const ids = chosen;
      return new Set(given.flatMap(({ id }) => (ids.has(id) ? id : [])));
    },
    async onProgrammes(batch) {
      for (const programme of batch) {
        const line = programmeLine(programme);
        lines.push(line);
        length += line.length;
        count += 1;
      }
      if (length >= partLength) await flush();
    },
  });
  await flush();
  return { reading, known, chosen: chosen ?? new Set() };
}

/** What was matched last, and with how many channels of the guide: mostly all of them stand before the programmes. */
let matched: { count: number; matches: ChannelMatches } | undefined;

function match(known: ReadonlyMap<string, GuideChannel>): ChannelMatches {
  if (matched?.count === known.size) return matched.matches;
  const matches = matchChannels(
    channels,
    [...known.values()].map(({ id, names }) => ({ id, names: names.map(({ text }) => text) })),
  );
  matched = { count: known.size, matches };
  return matches;
}

const listWanted = ({ certain }: ChannelMatches): ReadonlySet<string> =>
  new Set([...certain.values(), ...decided]);

try {
  let { reading, known, chosen } = await read(undefined);
  const matches = match(known);
  const wanted = listWanted(matches);
  // Guides may name channels behind the first programmes, and programmes before their channel.
  const isMissing = [...wanted].some((id) => known.has(id) && !chosen.has(id));
  if (isMissing || reading.missedBeforeChannel > 0) {
    send({ kind: 'again' });
    ({ reading, known, chosen } = await read(wanted));
  }
  const channelLines = [...known.values()].map(({ id, names }) =>
    copyLine([id, names.slice(0, namesMost).map(({ text }) => text.slice(0, longestName))]),
  );
  const matchLines = [
    ...[...matches.certain].map(([channelId, guideId]) => copyLine([channelId, guideId, '[]'])),
    ...[...matches.unsure].map(([channelId, candidates]) =>
      copyLine([channelId, null, JSON.stringify(candidates)]),
    ),
  ];
  const parts = { channels: bytesOf(channelLines.join('')), matches: bytesOf(matchLines.join('')) };
  send({ kind: 'read', reading, ...parts }, [parts.channels.buffer, parts.matches.buffer]);
} catch (error) {
  if (!(error instanceof GuideRefusedError)) throw error;
  send({ kind: 'refused', reason: error.reason });
}
// The port would keep the thread alive.
parentPort?.close();
