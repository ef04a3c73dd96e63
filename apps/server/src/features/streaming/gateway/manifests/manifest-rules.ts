// Collects the rules that name the segments of a DASH manifest (SegmentTemplate, SegmentList, SegmentBase), which are
// inherited from period to adaptation set to representation.
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { ByteSlice } from '../stream/stream.ts';
import { copyAttributes } from './manifest-parts.ts';
import { hasGap, readCount, type SegmentRule } from './manifest-segments.ts';
import type { XmlElement } from './manifest-xml.ts';

const ruleNames = ['SegmentTemplate', 'SegmentList', 'SegmentBase'] as const;
type RuleName = (typeof ruleNames)[number];

/**
 * A rule that names segments of a DASH manifest (SegmentTemplate, SegmentList or SegmentBase), with the child elements
 * that matter. The children are looked up once, even when many elements inherit the rule.
 */
export interface Rule {
  name: RuleName;
  attributes: Readonly<Record<string, string>>;
  initialization: XmlElement | undefined;
  /** The runs of equal segments that the rule's timeline lists. */
  timeline: readonly XmlElement[] | undefined;
  segments: readonly XmlElement[];
}

/**
 * What a representation of a DASH manifest inherits from the elements above it: at most one SegmentTemplate,
 * SegmentList and SegmentBase, which name its segments, and whether the representation is text (subtitles).
 */
export interface Inherited extends Partial<Record<RuleName, Rule>> {
  isText: boolean;
}

/** What a period of a DASH manifest inherits. */
export const inheritsNothing: Inherited = { isText: false };

/**
 * Merges the rules for naming segments that an element of a DASH manifest states itself into those that it inherits:
 * attributes and child elements of its own rules replace inherited ones of the same name. All children of the element
 * are looked at, so this is done once for each element, not for each of those that inherit from it.
 *
 * @throws PlaylistRefusedError when the element has two rules of a kind
 */
export function gatherOwn(inherited: Inherited, element: XmlElement): Inherited {
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
  const timeline = children.find((child) => child.name === 'SegmentTimeline');
  return {
    name,
    attributes: { ...inherited?.attributes, ...attributes },
    initialization: children.find((child) => child.name === 'Initialization') ?? inherited?.initialization,
    timeline: timeline?.children.filter((child) => child.name === 'S') ?? inherited?.timeline,
    segments: segments.length > 0 ? segments : (inherited?.segments ?? []),
  };
}

/** A DASH manifest's reference to the initialization of a track, which players need before any segment. */
export interface Start {
  reference: string;
  range: string | undefined;
}

export function readStart(rule: Rule, fill: (reference: string) => string): Start | undefined {
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

/**
 * Parses a byte range in a DASH manifest. @returns `undefined` for the whole file @throws PlaylistRefusedError for a
 * range without an end
 */
export function readSlice(range: string | undefined): ByteSlice | undefined {
  if (range === undefined) return undefined;
  const [whole, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(range.trim()) ?? [];
  if (whole === undefined || Number(to) < Number(from)) {
    throw new PlaylistRefusedError('a slice has no end');
  }
  return { fromByte: Number(from), toByte: Number(to) };
}

export function readRule(rule: Rule): SegmentRule {
  const count = (name: string, preset: number): number => readCount(rule.attributes[name]) ?? preset;
  return {
    timescale: Math.max(1, count('timescale', 1)),
    duration: readCount(rule.attributes['duration']),
    startNumber: count('startNumber', 1),
    presentationTimeOffset: count('presentationTimeOffset', 0),
    timeline: rule.timeline,
  };
}
