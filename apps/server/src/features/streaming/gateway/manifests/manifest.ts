// A DASH manifest is read into a tree and written anew from what is known to be safe, as playlists are. How segments are
// named is inherited from period to set to representation; here it is gathered and written at each representation alone,
// with sealed addresses in place of the provider's: base addresses are resolved and disappear. Elements and attributes that
// are not known are left out, since any of them may hold an address; so are sets that a player may only show when it
// understands more than that. Under a trial each segment is listed with the part of the media that it holds, to be paid.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { XmlElement } from './manifest-xml.ts';
import { escapeXml, parseXml, writeXml, XmlRefusedError } from './manifest-xml.ts';
import {
  fillNumbers,
  fillRepresentation,
  firstSegments,
  hasGap,
  listSegments,
  readCount,
  readDuration,
  writeGaps,
  type SegmentRule,
} from './manifest-segments.ts';
import { copyAttributes, copyDescriptors, isNotForAll, isShown } from './manifest-parts.ts';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { ChildRole } from '../playlists/playlist-tags.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';

/** What an address in a manifest stands for; a template is an address with gaps, a file is a whole track. */
export type ManifestRole = Exclude<ChildRole, 'key'>;

export interface ManifestContext {
  /** The final address of the manifest, after redirects. */
  address: string;
  /** Segments are to be paid one by one. */
  isTrial: boolean;
  now: Date;
  /**
   * The gateway's path of a child; of a segment with the part of the media that it holds, of a file with its whole length. A
   * template's path is that of its folder. Under a trial a slice of a file is a child of its own.
   */
  childPath(address: string, role: ManifestRole, part?: MediaPart, slice?: ByteSlice): string;
}

export interface RewrittenManifest {
  text: string;
  /** It will never change. */
  isComplete: boolean;
}

const childLimit = 40_000;
/** What is inherited is written at each representation: a small manifest could become a huge one. */
const textLimit = 16_000_000;
/** Players choose between ten. */
const representationLimit = 1_000;
/** Other requests get their turn after so long: what an item costs depends on what it inherits. */
const turnMs = 5;

/** Whether bytes may be a DASH manifest, as far as their beginning shows. */
export function isManifest(head: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:MPD[\s>]|\?xml\s|!--)/.test(head.toString('latin1', 0, 64));
}

/**
 * Rewrites a DASH manifest so that everything it names is asked of the gateway.
 *
 * @throws PlaylistRefusedError, the signal's reason
 * @see ISO/IEC 23009-1, https://dashif.org/guidelines/
 */
export async function rewriteManifest(
  text: string,
  context: ManifestContext,
  signal: AbortSignal,
): Promise<RewrittenManifest> {
  const root = await readRoot(text, signal);
  const isLive = root.attributes['type'] === 'dynamic';
  if (isLive && context.isTrial) throw new PlaylistRefusedError('a live manifest has nothing to try');
  const rewriter = createRewriter(context, root, signal);
  const base = rewriter.resolveBase(root, context.address);
  const location = root.children.find(({ name }) => name === 'Location')?.text;
  const content = [
    ...(isLive && location ? [writeLocation(rewriter.child(location, base, 'playlist'))] : []),
    ...(await rewriter.periods(base)),
    // Players are to ask nobody else for the time.
    ...(isLive ? [writeClock(context.now)] : []),
  ];
  const attributes = { xmlns: 'urn:mpeg:dash:schema:mpd:2011', ...copyAttributes(root) };
  const written = writeXml('MPD', attributes, content);
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${written}\n`, isComplete: !isLive };
}

async function readRoot(text: string, signal: AbortSignal): Promise<XmlElement> {
  try {
    const root = await parseXml(text.replace(/^\uFEFF/, ''), signal);
    if (root.name === 'MPD') return root;
  } catch (error) {
    if (!(error instanceof XmlRefusedError)) throw error;
    throw new PlaylistRefusedError(`a manifest is refused: ${error.message}`);
  }
  throw new PlaylistRefusedError('the XML is no manifest');
}

const writeLocation = (path: string): string => `<Location>${escapeXml(path)}</Location>`;

const writeClock = (now: Date): string =>
  writeXml('UTCTiming', { schemeIdUri: 'urn:mpeg:dash:utc:direct:2014', value: now.toISOString() });

/** Elements from the period down to the representation, outermost first. */
type Line = readonly XmlElement[];

interface Period {
  startSeconds: number;
  durationSeconds: number | undefined;
}

function createRewriter(context: ManifestContext, root: XmlElement, signal: AbortSignal) {
  let children = 0;
  let turnAt = performance.now();
  let length = 0;
  let representations = 0;
  const periodCount = root.children.filter(({ name }) => name === 'Period').length;
  const timelines = new Map<XmlElement, string>();

  /** Writes one after the other, and lets other requests have their turn. */
  async function inTurns<Item>(
    items: readonly Item[],
    write: (item: Item, index: number) => string | Promise<string>,
  ): Promise<string[]> {
    const written: string[] = [];
    for (const [index, item] of items.entries()) {
      if (performance.now() - turnAt > turnMs) {
        await nextTurn();
        signal.throwIfAborted();
        turnAt = performance.now();
      }
      written.push(await write(item, index));
    }
    return written;
  }

  function child(
    reference: string,
    base: string,
    role: ManifestRole,
    part?: MediaPart,
    slice?: ByteSlice,
  ): string {
    children += 1;
    if (children > childLimit) throw new PlaylistRefusedError('the manifest names too much');
    const address = resolveAddress(reference, base);
    if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
    if (role === 'template' && address.startsWith('http') && new URL(address).host.includes('$')) {
      throw new PlaylistRefusedError('a template may not name its host');
    }
    return context.childPath(address, role, part, slice);
  }

  /** Under a trial the range is in the child itself, and is not the player's to choose. */
  function writeInitialization(start: Start | undefined, base: string): string[] {
    if (start === undefined) return [];
    const slice = context.isTrial ? readSlice(start.range) : undefined;
    const sourceURL = child(start.reference, base, 'bytes', undefined, slice);
    return [writeXml('Initialization', { sourceURL, range: context.isTrial ? undefined : start.range })];
  }

  /** The first of several: others are the same elsewhere. A gap is a gap only in a template. */
  function resolveBase(element: XmlElement, base: string): string {
    const reference = element.children.find(({ name }) => name === 'BaseURL')?.text;
    if (reference === undefined) return base;
    const address = resolveAddress(reference.replaceAll('$', '%24'), base);
    if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
    return address;
  }

  function periods(base: string): Promise<string[]> {
    const elements = root.children.filter(({ name }) => name === 'Period');
    let startSeconds = 0;
    return inTurns(elements, async (element, index) => {
      startSeconds = readDuration(element.attributes['start']) ?? startSeconds;
      const following = readDuration(elements[index + 1]?.attributes['start']);
      const whole = readDuration(root.attributes['mediaPresentationDuration']);
      const end = following ?? (index === elements.length - 1 ? whole : undefined);
      const durationSeconds =
        readDuration(element.attributes['duration']) ?? (end === undefined ? undefined : end - startSeconds);
      const period = { startSeconds, durationSeconds };
      startSeconds += durationSeconds ?? 0;
      const periodBase = resolveBase(element, base);
      const shown = element.children.filter((set) => set.name === 'AdaptationSet' && isShown(set));
      const sets = await inTurns(shown, (set) => writeSet(set, [element], periodBase, period));
      return writeXml('Period', copyAttributes(element), sets.filter(Boolean));
    });
  }

  /** @returns empty for a set without anything in it */
  async function writeSet(set: XmlElement, line: Line, base: string, period: Period): Promise<string> {
    const setBase = resolveBase(set, base);
    const forAll = set.children.filter(
      (element) => element.name === 'Representation' && !isNotForAll(element),
    );
    if (forAll.length === 0) return '';
    representations += forAll.length;
    if (representations > representationLimit)
      throw new PlaylistRefusedError('the manifest has too many representations');
    const inherited = gatherAll([...line, set]);
    const written = await inTurns(forAll, (element) =>
      writeRepresentation(element, inherited, setBase, period),
    );
    return writeXml('AdaptationSet', copyAttributes(set), [...copyDescriptors(set), ...written]);
  }

  async function writeRepresentation(
    element: XmlElement,
    inherited: Inherited,
    base: string,
    period: Period,
  ): Promise<string> {
    const rules = gatherOwn(inherited, element);
    const naming = { element, rules, base: resolveBase(element, base), period };
    const segments =
      (await writeTemplate(naming)) ?? (await writeList(naming)) ?? writeFile(naming, rules.SegmentBase);
    const content = [...copyDescriptors(element), ...segments];
    const text = writeXml('Representation', copyAttributes(element), content);
    length += text.length;
    if (length > textLimit) throw new PlaylistRefusedError('the manifest is too long');
    return text;
  }

  interface Naming {
    element: XmlElement;
    rules: Inherited;
    base: string;
    period: Period;
  }

  async function writeTemplate({ element, rules, base, period }: Naming): Promise<string[] | undefined> {
    const rule = rules.SegmentTemplate;
    const media = rule?.attributes['media'];
    if (rule === undefined || media === undefined) return undefined;
    const { id = '', bandwidth = '' } = element.attributes;
    const fill = (template: string): string => fillRepresentation(template, { id, bandwidth });
    const start = readStart(rule, fill);
    if (context.isTrial) {
      const initial = writeInitialization(start, base);
      return [await writeListed({ rule, media: fill(media), base, period, initial })];
    }
    const initialization = start === undefined ? undefined : child(start.reference, base, 'bytes');
    const template = fill(media);
    const path = hasGap(template)
      ? `${child(template, base, 'template')}/${writeGaps(template)}${extensionOf(template)}`
      : child(template, base, 'bytes');
    const attributes = { ...copyAttributes(rule), media: path, initialization };
    return [writeXml('SegmentTemplate', attributes, await writeTimeline(rule))];
  }

  async function writeListed(listed: {
    rule: Rule;
    media: string;
    base: string;
    period: Period;
    initial: string[];
  }): Promise<string> {
    const { rule, media, base, period, initial } = listed;
    const segments = listSegments(readRule(rule), period, childLimit - children);
    const named = await inTurns(segments, ({ number, time, part }) => {
      const reference = fillNumbers(media, { Number: String(number), Time: String(time) });
      return writeXml('SegmentURL', { media: child(reference, base, 'bytes', part) });
    });
    return writeXml('SegmentList', copyAttributes({ ...rule, name: 'SegmentList' }), [
      ...initial,
      ...(await writeTimeline(rule)),
      ...named,
    ]);
  }

  async function writeList({ rules, base, period }: Naming): Promise<string[] | undefined> {
    const rule = rules.SegmentList;
    if (rule === undefined) return undefined;
    const named = rule.segments;
    const parts = context.isTrial ? firstSegments(readRule(rule), period, named.length) : [];
    if (context.isTrial && parts.length < named.length) {
      throw new PlaylistRefusedError('segments cannot be counted');
    }
    const initial = writeInitialization(
      readStart(rule, (reference) => reference),
      base,
    );
    const segments = await inTurns(named, (segment, index) => {
      const { media, ...ranges } = segment.attributes;
      if (!context.isTrial) {
        const path = child(media ?? '', base, 'bytes');
        return writeXml('SegmentURL', { ...copyAttributes({ ...segment, attributes: ranges }), media: path });
      }
      const slice = readSlice(ranges['mediaRange']);
      if (media === undefined && slice === undefined) {
        throw new PlaylistRefusedError('a segment is the whole of a file');
      }
      return writeXml('SegmentURL', { media: child(media ?? '', base, 'bytes', parts[index]?.part, slice) });
    });
    const timeline = await writeTimeline(rule);
    return [writeXml('SegmentList', copyAttributes(rule), [...initial, ...timeline, ...segments])];
  }

  async function writeTimeline({ timeline }: Rule): Promise<string[]> {
    if (timeline === undefined) return [];
    const known = timelines.get(timeline);
    if (known !== undefined) return [known];
    const runs = timeline.children.filter(({ name }) => name === 'S');
    const written = await inTurns(runs, (run) => writeXml('S', copyAttributes(run)));
    const text = writeXml('SegmentTimeline', {}, written);
    timelines.set(timeline, text);
    return [text];
  }

  /** One file for the whole track, asked for by ranges; a track of text is asked for at once, and is free. */
  function writeFile({ rules, base, period }: Naming, rule: Rule | undefined): string[] {
    const { isText } = rules;
    if (context.isTrial && !isText && periodCount > 1) {
      throw new PlaylistRefusedError('several files under a trial');
    }
    const whole: MediaPart = { fromSeconds: 0, toSeconds: period.durationSeconds ?? 0 };
    const path = isText ? child('', base, 'bytes') : child('', base, 'file', whole);
    const baseUrl = `<BaseURL>${escapeXml(path)}</BaseURL>`;
    if (rule === undefined) return [baseUrl];
    const initial = rule.initialization === undefined ? [] : [writeOwnStart(rule.initialization, base)];
    return [baseUrl, writeXml('SegmentBase', copyAttributes(rule), initial)];
  }

  /** A range of the file itself is paid as its bytes are. */
  function writeOwnStart(element: XmlElement, base: string): string {
    const { range } = copyAttributes(element);
    const reference = element.attributes['sourceURL'];
    if (reference === undefined) return writeXml('Initialization', { range });
    return writeInitialization({ reference, range }, base).join('');
  }

  return { child, resolveBase, periods };
}

const ruleNames = ['SegmentTemplate', 'SegmentList', 'SegmentBase'] as const;
type RuleName = (typeof ruleNames)[number];

/** How segments are named. Of its children, those that count; each is looked for once, however many inherit it. */
interface Rule {
  name: RuleName;
  attributes: Readonly<Record<string, string>>;
  initialization: XmlElement | undefined;
  timeline: XmlElement | undefined;
  segments: readonly XmlElement[];
}

/** The rules of each kind, and what else counts of the elements above a representation. */
interface Inherited extends Partial<Record<RuleName, Rule>> {
  isText: boolean;
}

/** @param line - from the period down to the set @throws PlaylistRefusedError where a level has two rules of a kind */
function gatherAll(line: Line): Inherited {
  return line.reduce<Inherited>(gatherOwn, { isText: false });
}

/** Adds the rules of an element to those that it inherits: its own attributes win, and so do its own children by name. */
function gatherOwn(inherited: Inherited, element: XmlElement): Inherited {
  const gathered: Inherited = {
    ...inherited,
    isText: inherited.isText || /^(?:text\/|application\/ttml)/.test(element.attributes['mimeType'] ?? ''),
  };
  for (const name of ruleNames) {
    const [own, ...more] = element.children.filter((child) => child.name === name);
    if (more.length > 0) throw new PlaylistRefusedError('an element names its segments twice');
    if (own !== undefined) gathered[name] = joinRules(inherited[name], own, name);
  }
  return gathered;
}

function joinRules(inherited: Rule | undefined, { attributes, children }: XmlElement, name: RuleName): Rule {
  const segments = children.filter((child) => child.name === 'SegmentURL');
  return {
    name,
    attributes: { ...inherited?.attributes, ...attributes },
    initialization: children.find((child) => child.name === 'Initialization') ?? inherited?.initialization,
    timeline: children.find((child) => child.name === 'SegmentTimeline') ?? inherited?.timeline,
    segments: segments.length > 0 ? segments : (inherited?.segments ?? []),
  };
}

/** Where the beginning of a track is, which players need before any segment. */
interface Start {
  reference: string;
  range: string | undefined;
}

function readStart(rule: Rule, fill: (reference: string) => string): Start | undefined {
  const template = rule.attributes['initialization'];
  if (template !== undefined) {
    const reference = fill(template);
    if (hasGap(reference)) throw new PlaylistRefusedError('a template has a gap of an unknown kind');
    return { reference, range: undefined };
  }
  const element = rule.initialization;
  if (element === undefined) return undefined;
  const range = copyAttributes(element)['range'];
  return { reference: element.attributes['sourceURL'] ?? '', range };
}

/** @returns `undefined` for the whole of a file @throws PlaylistRefusedError for a slice without an end */
function readSlice(range: string | undefined): ByteSlice | undefined {
  if (range === undefined) return undefined;
  const [whole, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(range.trim()) ?? [];
  if (whole === undefined || Number(to) < Number(from)) {
    throw new PlaylistRefusedError('a slice has no end');
  }
  return { fromByte: Number(from), toByte: Number(to) };
}

function readRule(rule: Rule): SegmentRule {
  const count = (name: string, preset: number): number => readCount(rule.attributes[name]) ?? preset;
  return {
    timescale: Math.max(1, count('timescale', 1)),
    duration: readCount(rule.attributes['duration']),
    startNumber: count('startNumber', 1),
    presentationTimeOffset: count('presentationTimeOffset', 0),
    timeline: rule.timeline,
  };
}

const extensionOf = (template: string): string =>
  /\.(?:m4s|mp4|m4a|m4v|webm|vtt)(?=$|\?)/.exec(template)?.[0] ?? '';
