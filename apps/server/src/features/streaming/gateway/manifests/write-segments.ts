// A representation of a DASH manifest names its media by a template, by a list, or as one file. Each of these is
// written with paths of the stream gateway; under a free trial a template becomes a list, so that every segment's token
// carries the part of the film to charge.
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { MediaPart } from '../stream/stream.ts';
import type { YieldingMap } from './yielding-map.ts';
import { copyAttributes } from './manifest-parts.ts';
import type { ManifestContext, ManifestReferences } from './manifest-references.ts';
import { readRule, readSlice, readStart, type Inherited, type Rule, type Start } from './manifest-rules.ts';
import {
  fillNumbers,
  fillRepresentation,
  firstSegments,
  hasGap,
  listSegments,
  writeGaps,
} from './manifest-segments.ts';
import { escapeXml, writeXml, type XmlElement } from './manifest-xml.ts';

export interface Period {
  startSeconds: number;
  durationSeconds: number | undefined;
}

/** A representation of a DASH manifest, the rules that name its segments, and the base address of its references. */
export interface Naming {
  element: XmlElement;
  rules: Inherited;
  base: string;
  period: Period;
}

interface SegmentWriterNeeds {
  context: ManifestContext;
  references: ManifestReferences;
  mapYielding: YieldingMap;
}

/**
 * Writes the elements that name the media of a DASH representation; each writer returns `undefined` when its rule is
 * absent.
 */
export function createSegmentWriter({ context, references, mapYielding }: SegmentWriterNeeds) {
  const timelines = new Map<readonly XmlElement[], string>();

  /**
   * Writes the reference to the initialization of a DASH track. Under a free trial its token carries the byte range, so
   * that the player cannot request another one.
   */
  function writeInitialization(start: Start | undefined, base: string): string[] {
    if (start === undefined) return [];
    const slice = context.isTrial ? readSlice(start.range) : undefined;
    const sourceURL = references.child(start.reference, base, 'bytes', undefined, slice);
    return [writeXml('Initialization', { sourceURL, range: context.isTrial ? undefined : start.range })];
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
    const initialization = start === undefined ? undefined : references.child(start.reference, base, 'bytes');
    const template = fill(media);
    const path = hasGap(template)
      ? `${references.child(template, base, 'template')}/${writeGaps(template)}${extensionOf(template)}`
      : references.child(template, base, 'bytes');
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
    const segments = listSegments(readRule(rule), period, references.countLeft());
    const named = await mapYielding(segments, ({ number, time, part }) => {
      const reference = fillNumbers(media, { Number: String(number), Time: String(time) });
      return writeXml('SegmentURL', { media: references.child(reference, base, 'bytes', part) });
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
    const segments = await mapYielding(named, (segment, index) => {
      const { media, ...ranges } = segment.attributes;
      if (!context.isTrial) {
        const path = references.child(media ?? '', base, 'bytes');
        return writeXml('SegmentURL', { ...copyAttributes({ ...segment, attributes: ranges }), media: path });
      }
      const slice = readSlice(ranges['mediaRange']);
      if (media === undefined && slice === undefined) {
        throw new PlaylistRefusedError('a segment is the whole of a file');
      }
      return writeXml('SegmentURL', {
        media: references.child(media ?? '', base, 'bytes', parts[index]?.part, slice),
      });
    });
    const timeline = await writeTimeline(rule);
    return [writeXml('SegmentList', copyAttributes(rule), [...initial, ...timeline, ...segments])];
  }

  async function writeTimeline({ timeline }: Rule): Promise<string[]> {
    if (timeline === undefined) return [];
    const known = timelines.get(timeline);
    if (known !== undefined) return [known];
    const written = await mapYielding(timeline, (run) => writeXml('S', copyAttributes(run)));
    const text = writeXml('SegmentTimeline', {}, written);
    timelines.set(timeline, text);
    return [text];
  }

  return { writeTemplate, writeList, writeInitialization };
}

/**
 * Writes DASH representations that are one file.
 *
 * @param periodCount - the number of periods: with several, a track has one file per period, which a free trial cannot
 * charge
 */
export function createFileWriter(
  { context, references }: Pick<SegmentWriterNeeds, 'context' | 'references'>,
  writeInitialization: (start: Start, base: string) => string[],
  periodCount: number,
) {
  /**
   * Writes the element of a DASH representation whose whole track is one file, which players read by ranges. A text
   * track is read as a whole and is not charged to a free trial.
   */
  function writeFile({ rules, base, period }: Naming, rule: Rule | undefined): string[] {
    const { isText } = rules;
    if (context.isTrial && !isText && periodCount > 1) {
      throw new PlaylistRefusedError('several files under a trial');
    }
    const whole: MediaPart = { fromSeconds: 0, toSeconds: period.durationSeconds ?? 0 };
    const path = isText ? references.child('', base, 'bytes') : references.child('', base, 'file', whole);
    const baseUrl = `<BaseURL>${escapeXml(path)}</BaseURL>`;
    if (rule === undefined) return [baseUrl];
    const initial = rule.initialization === undefined ? [] : [writeOwnStart(rule.initialization, base)];
    return [baseUrl, writeXml('SegmentBase', copyAttributes(rule), initial)];
  }

  /**
   * Writes the initialization of a DASH representation that is one file. When the initialization is inside that file,
   * it is only a range, charged to a free trial like the file's other bytes.
   */
  function writeOwnStart(element: XmlElement, base: string): string {
    const { range } = copyAttributes(element);
    const reference = element.attributes['sourceURL'];
    if (reference === undefined) return writeXml('Initialization', { range });
    return writeInitialization({ reference, range }, base).join('');
  }

  return writeFile;
}

const extensionOf = (template: string): string =>
  /\.(?:m4s|mp4|m4a|m4v|webm|vtt)(?=$|\?)/.exec(template)?.[0] ?? '';
