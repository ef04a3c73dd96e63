import { createBlockScanner } from './block-scanner.ts';
import { countPacked, countUnpacked, gatherChunks, type ByteCounts } from './byte-stages.ts';
import {
  defaultGuideLimits,
  GuideRefusedError,
  type GuideChannel,
  type GuideLimits,
  type GuideProgramme,
  type GuideReading,
  type GuideReadingOptions,
} from './guide.ts';
import { decodeEntities, parseElements } from './parse-elements.ts';
import { PackingDamagedError } from './packing-damaged-error.ts';
import { peekBytes } from './peek-bytes.ts';
import { readChannel } from './read-channel.ts';
import { readProgramme, type ProgrammePlace } from './read-programme.ts';
import { findAttribute, type ByteRange } from './read-tag.ts';
import { createTimeReader } from './read-time.ts';
import { convertToUtf8, createPartDecoder, peekedBytes, sniffTextEncoding } from './text-encoding.ts';
import { unpackGuide } from './unpack-guide.ts';

/** How many programmes are given on at once, and of how many bytes: their texts are parts of their blocks. */
const batchLength = 500;
const batchBytes = 1_048_576;
/** How many bytes of declared channels are held before somebody is asked about them; usual guides have fewer in all. */
const unaskedBytes = 16_777_216;
/** How much of a file may pass before something of a guide has been found in it. */
const patienceBytes = 4_194_304;
/** How long before the window a programme without an end may begin. */
const openEndMs = 86_400_000;
const longestId = 512;

/** A channel as far as programmes need it. */
interface KnownChannel {
  id: string;
  isChosen: boolean;
  isDeclared: boolean;
  /** Programmes that were dropped before the channel was declared. */
  dropped: number;
  /** Where the last programme that was read begins; tells apart the two instants of a doubled hour. */
  lastStartMs: number;
}

const attributeNames = {
  id: Buffer.from('id'),
  channel: Buffer.from('channel'),
  start: Buffer.from('start'),
  stop: Buffer.from('stop'),
} as const;

/**
 * Reads a guide in XMLTV, packed or not (gzip, zip, xz), as it arrives and in bounded memory: what is held is one batch of
 * programmes, the longest block, and the ids of the channels. Programmes of channels that nobody chooses, and those outside
 * of the window, are dropped before they are decoded. A block that cannot be read is counted and skipped.
 *
 * Programmes are given on as the guide has them: some without an end, repeated or overlapping. Whoever stores
 * them puts those of a channel in order.
 *
 * @param bytes - the file, in chunks of any size; an error of this source is thrown unchanged
 * @throws GuideRefusedError for what is no guide, and for one beyond a limit; what was given on may not be used
 * @throws RangeError when there is no such zone
 * @see https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd
 */
export async function readGuide(
  bytes: AsyncIterable<Uint8Array>,
  options: GuideReadingOptions,
): Promise<GuideReading> {
  const limits = { ...defaultGuideLimits, ...options.limits };
  const counts: ByteCounts = { packed: 0, unpacked: 0 };
  const intake = createIntake(options, limits);
  const packed = countPacked(bytes, counts, limits, options.signal);
  const unpacked = countUnpacked(unpackGuide(packed), counts, limits, options.signal);
  let isCut = false;
  try {
    const { first, all } = await peekBytes(unpacked, peekedBytes);
    const encoding = sniffTextEncoding(first);
    if (first.length === 0) throw new GuideRefusedError('empty');
    if (encoding === undefined) throw new GuideRefusedError('binary');
    if (isWebPage(first)) throw new GuideRefusedError('web_page');
    if (encoding.isWrong) intake.reading.hasWrongEncoding = true;
    const { family, label } = encoding;
    const text = family === 'ascii' ? all : convertToUtf8(all, label);
    await intake.readAll(gatherChunks(text), family === 'ascii' ? label : 'utf-8');
  } catch (error) {
    if (!(error instanceof PackingDamagedError)) throw error;
    if (!intake.hasContent()) throw new GuideRefusedError('damaged_packing', { cause: error });
    isCut = true;
    await intake.finish();
  }
  const { reading } = intake;
  reading.packedBytes = counts.packed;
  reading.bytes = counts.unpacked;
  if (isCut) reading.ending = 'truncated';
  return reading;
}

const webPage = /^\s{0,200}(?:<!--[^>]{0,1000}-->\s{0,20})?<(?:!doctype\s{1,5}html|html|head|body)[\s>]/i;

function isWebPage(first: Buffer): boolean {
  return webPage.test(first.toString('latin1', 0, 2_000).replace(/^\u00ef\u00bb\u00bf/, ''));
}

/** Takes the bytes of a guide, and gives on what is chosen of it. */
function createIntake(options: GuideReadingOptions, limits: GuideLimits) {
  const scanner = createBlockScanner({ blockBytes: limits.blockBytes, attributes: limits.parts });
  const readTime = createTimeReader(options.zone);
  const parseLimits = { depth: limits.depth, parts: limits.parts };
  const reading: GuideReading = {
    ending: 'truncated',
    packedBytes: 0,
    bytes: 0,
    hasWrongEncoding: false,
    channels: 0,
    undeclaredChannels: 0,
    programmes: 0,
    kept: 0,
    ofOtherChannels: 0,
    outsideWindow: 0,
    broken: 0,
    missedBeforeChannel: 0,
  };
  /** Channels by id. */
  const channels = new Map<string, KnownChannel>();
  /** The same by the bytes of the attribute in programmes, so that an id is decoded once. */
  const channelsByBytes = new Map<string, KnownChannel>();
  /** Declared channels of which nobody has been asked yet. */
  let unasked: GuideChannel[] = [];
  let heldUnaskedBytes = 0;
  let batch: GuideProgramme[] = [];
  let heldBatchBytes = 0;
  let decoder = createPartDecoder('utf-8');

  return {
    reading,
    hasContent: () => scanner.hasRoot || reading.channels + reading.programmes > 0,
    readAll,
    finish,
  };

  async function readAll(chunks: AsyncIterable<Buffer>, encoding: string): Promise<void> {
    decoder = createPartDecoder(encoding);
    let passedBytes = 0;
    for await (const chunk of chunks) {
      scanner.push(chunk);
      decoder.look(scanner.buffer);
      await readBlocks();
      passedBytes += chunk.length;
      const isGuide = scanner.hasRoot || reading.channels + reading.programmes > 0;
      if (!isGuide && passedBytes > patienceBytes) throw new GuideRefusedError('not_a_guide');
    }
    await finish();
  }

  /** Reads what is whole of the last bytes, and gives on what is left. */
  async function finish(): Promise<void> {
    scanner.end();
    await readBlocks();
    await chooseDeclared();
    await giveOn();
    if (scanner.isClosed) reading.ending = 'whole';
    if (decoder.hasWrongEncoding) reading.hasWrongEncoding = true;
    if (!scanner.hasRoot && reading.channels + reading.programmes === 0) {
      throw new GuideRefusedError('not_a_guide');
    }
  }

  async function readBlocks(): Promise<void> {
    for (let found = scanner.next(); found !== undefined; found = scanner.next()) {
      if (found === 'broken') reading.broken += 1;
      else if (found === 'channel') {
        takeChannel();
        if (heldUnaskedBytes >= unaskedBytes) await chooseDeclared();
      } else {
        if (unasked.length > 0) await chooseDeclared();
        const id = attribute(attributeNames.channel);
        const channel = id === undefined ? undefined : (knownByBytes(id) ?? (await meetUndeclared(id)));
        takeProgramme(channel);
        if (batch.length >= batchLength || heldBatchBytes >= batchBytes) await giveOn();
      }
    }
  }

  function takeChannel(): void {
    const raw = attribute(attributeNames.id);
    const id = raw === undefined ? '' : decodeId(raw);
    const elements = id === '' ? undefined : parseContent();
    if (elements === undefined) {
      reading.broken += 1;
      return;
    }
    const known = channels.get(id);
    if (known?.isDeclared === true) return;
    if (known === undefined) addChannel(id, true);
    else {
      known.isDeclared = true;
      reading.undeclaredChannels -= 1;
    }
    unasked.push(readChannel(id, elements, limits));
    heldUnaskedBytes += scanner.contentEnd - scanner.contentStart;
  }

  function addChannel(id: string, isDeclared: boolean): KnownChannel {
    if (channels.size >= limits.channels) throw new GuideRefusedError('too_many_channels');
    const channel = { id, isChosen: false, isDeclared, dropped: 0, lastStartMs: -Infinity };
    channels.set(id, channel);
    reading.channels += 1;
    if (!isDeclared) reading.undeclaredChannels += 1;
    return channel;
  }

  async function chooseDeclared(): Promise<void> {
    if (unasked.length === 0) return;
    const asked = unasked;
    unasked = [];
    heldUnaskedBytes = 0;
    const chosen = await options.chooseChannels(asked);
    for (const { id } of asked) {
      const channel = channels.get(id);
      if (channel === undefined || !chosen.has(id)) continue;
      channel.isChosen = true;
      reading.missedBeforeChannel += channel.dropped;
      channel.dropped = 0;
    }
  }

  function knownByBytes([from, to]: ByteRange): KnownChannel | undefined {
    return channelsByBytes.get(scanner.buffer.toString('latin1', from, to));
  }

  /** A channel that is met by these bytes for the first time. */
  async function meetUndeclared(range: ByteRange): Promise<KnownChannel | undefined> {
    const id = decodeId(range);
    if (id === '') return undefined;
    // More spellings than channels are possible, for example `a&amp;b` and `a&#38;b`, and bounded too.
    if (channelsByBytes.size >= limits.channels * 2) throw new GuideRefusedError('too_many_channels');
    let channel = channels.get(id);
    const isNew = channel === undefined;
    channel ??= addChannel(id, false);
    channelsByBytes.set(scanner.buffer.toString('latin1', ...range), channel);
    if (isNew) channel.isChosen = (await options.chooseChannels([{ id, names: [] }])).has(id);
    return channel;
  }

  function takeProgramme(channel: KnownChannel | undefined): void {
    reading.programmes += 1;
    if (reading.programmes > limits.programmes) throw new GuideRefusedError('too_many_programmes');
    if (channel === undefined) {
      reading.broken += 1;
      return;
    }
    if (!channel.isChosen) {
      reading.ofOtherChannels += 1;
      if (!channel.isDeclared) channel.dropped += 1;
      return;
    }
    const place = readPlace(channel);
    if (place === undefined) {
      reading.broken += 1;
      return;
    }
    channel.lastStartMs = place.startMs;
    const endMs = place.stopMs ?? place.startMs + openEndMs;
    if (endMs <= options.fromMs || place.startMs >= options.toMs) {
      reading.outsideWindow += 1;
      return;
    }
    const elements = parseContent();
    const programme = elements === undefined ? undefined : readProgramme(place, elements, limits);
    if (programme === undefined) reading.broken += 1;
    else {
      batch.push(programme);
      heldBatchBytes += scanner.contentEnd - scanner.contentStart;
    }
  }

  function readPlace(channel: KnownChannel): ProgrammePlace | undefined {
    const start = attribute(attributeNames.start);
    const startMs = start === undefined ? undefined : readTime(textOf(start), channel.lastStartMs);
    if (startMs === undefined) return undefined;
    const stop = attribute(attributeNames.stop);
    const stopMs = stop === undefined ? undefined : readTime(textOf(stop), startMs);
    const channelId = channel.id;
    return stopMs !== undefined && stopMs > startMs ? { channelId, startMs, stopMs } : { channelId, startMs };
  }

  function parseContent() {
    const { buffer, contentStart, contentEnd } = scanner;
    return parseElements(decoder.decode(buffer, contentStart, contentEnd), parseLimits);
  }

  function attribute(name: Buffer): ByteRange | undefined {
    return findAttribute(scanner.buffer, scanner.attributes, name);
  }

  function textOf([from, to]: ByteRange): string {
    return to - from > longestId ? '' : scanner.buffer.toString('latin1', from, to);
  }

  /** @returns '' for an id that is empty or longer than ids are */
  function decodeId([from, to]: ByteRange): string {
    if (to - from > longestId) return '';
    return decodeEntities(decoder.decode(scanner.buffer, from, to))
      .trim()
      .normalize('NFC');
  }

  async function giveOn(): Promise<void> {
    if (batch.length === 0) return;
    const given = batch;
    batch = [];
    heldBatchBytes = 0;
    reading.kept += given.length;
    await options.onProgrammes(given);
    options.signal?.throwIfAborted();
  }
}
