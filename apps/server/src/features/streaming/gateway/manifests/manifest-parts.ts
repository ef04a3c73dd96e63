/*
 * Which parts of a DASH manifest's elements are passed on to players: known attributes whose values match a pattern,
 * descriptors whose scheme is a name, and labels. None of the patterns matches a URL.
 */
import { escapeXml, trimAttribute, writeXml, type XmlElement } from './manifest-xml.ts';
import { addressLike } from '../playlists/playlist-tags.ts';

const count = /^\d{1,20}$/;
const number = /^-?\d{1,20}(?:\.\d{1,12})?$/;
const ratio = /^\d{1,9}(?:[:/]\d{1,9})?$/;
const duration = /^-?P[\dDTHMSY.]{1,30}$/;
const date = /^[\dTZ:.+-]{4,40}$/;
const flag = /^(?:true|false|0|1)$/;
const range = /^\d{1,16}-\d{0,16}$/;
const word = /^[\w.,;:+*'= -]{1,200}$/;
const type = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/;

type Forms = Readonly<Record<string, RegExp>>;

const ofAll: Forms = {
  profiles: word,
  width: count,
  height: count,
  sar: ratio,
  frameRate: ratio,
  audioSamplingRate: word,
  mimeType: type,
  codecs: word,
  startWithSAP: count,
  maxPlayoutRate: number,
  scanType: word,
};
const ofSegments: Forms = {
  timescale: count,
  presentationTimeOffset: count,
  duration: count,
  startNumber: count,
  endNumber: count,
  availabilityTimeOffset: /^(?:INF|\d{1,12}(?:\.\d{1,12})?)$/,
  availabilityTimeComplete: flag,
  indexRange: range,
  indexRangeExact: flag,
};

const formsOf: Readonly<Record<string, Forms>> = {
  MPD: {
    profiles: word,
    type: /^(?:static|dynamic)$/,
    availabilityStartTime: date,
    availabilityEndTime: date,
    publishTime: date,
    mediaPresentationDuration: duration,
    minimumUpdatePeriod: duration,
    minBufferTime: duration,
    timeShiftBufferDepth: duration,
    suggestedPresentationDelay: duration,
    maxSegmentDuration: duration,
    maxSubsegmentDuration: duration,
  },
  Period: { id: word, start: duration, duration, bitstreamSwitching: flag },
  AdaptationSet: {
    ...ofAll,
    id: word,
    group: count,
    lang: word,
    contentType: word,
    par: ratio,
    minBandwidth: count,
    maxBandwidth: count,
    minWidth: count,
    maxWidth: count,
    minHeight: count,
    maxHeight: count,
    minFrameRate: ratio,
    maxFrameRate: ratio,
    segmentAlignment: /^(?:true|false|\d{1,9})$/,
    bitstreamSwitching: flag,
    subsegmentAlignment: /^(?:true|false|\d{1,9})$/,
    subsegmentStartsWithSAP: count,
    selectionPriority: count,
  },
  Representation: { ...ofAll, id: word, bandwidth: count, qualityRanking: count },
  SegmentTemplate: ofSegments,
  SegmentList: ofSegments,
  SegmentBase: ofSegments,
  Initialization: { range },
  SegmentURL: { mediaRange: range, indexRange: range },
  S: { t: count, d: count, r: /^-?\d{1,9}$/, n: count, k: count },
};

/** Copies those attributes of a DASH manifest's element that are known and whose values match their patterns. */
export function copyAttributes({
  name,
  attributes,
}: Pick<XmlElement, 'name' | 'attributes'>): Record<string, string> {
  const forms = formsOf[name] ?? {};
  return Object.fromEntries(
    Object.entries(attributes)
      .map(([key, value]) => [key, trimAttribute(value)] as const)
      .filter(([key, value]) => Object.hasOwn(forms, key) && forms[key]?.test(value) === true),
  );
}

const descriptors: ReadonlySet<string> = new Set([
  'Role',
  'Accessibility',
  'AudioChannelConfiguration',
  'ContentProtection',
  'EssentialProperty',
  'SupplementalProperty',
]);
/**
 * Matches descriptor schemes of a DASH manifest that are names. Schemes written as URLs are dropped: players can ignore
 * descriptors that they do not know.
 */
const scheme = /^(?:urn|tag):[\w.,:-]{1,200}$/;
const keyName = 'cenc:default_KID';

/**
 * How many children of a DASH element are searched for descriptors; the descriptors of an adaptation set precede its
 * representations.
 */
const descriptorsRead = 1_000;

/**
 * Copies the descriptors of a DASH manifest's adaptation set or representation. Of content protection (DRM) only its
 * presence is copied, which lets players report it.
 */
export function copyDescriptors({ children }: XmlElement): string[] {
  return children.slice(0, descriptorsRead).flatMap(({ name, attributes, text }) => {
    if (name === 'Label') return isPlain(text) ? [`<Label>${escapeXml(text)}</Label>`] : [];
    const { schemeIdUri = '', value } = attributes;
    if (!descriptors.has(name) || !scheme.test(schemeIdUri)) return [];
    const key = attributes[keyName];
    return [
      writeXml(name, {
        schemeIdUri,
        value: value !== undefined && isPlain(value) ? value : undefined,
        ...(key !== undefined &&
          /^[\da-f-]{32,40}$/i.test(key) && { 'xmlns:cenc': 'urn:mpeg:cenc:2013', [keyName]: key }),
      }),
    ];
  });
}

const isPlain = (text: string): boolean => text !== '' && text.length <= 200 && !addressLike.test(text);

/** Matches the schemes of DASH's essential properties that describe colours; every player may ignore these. */
const harmless = /^urn:mpeg:mpegB:cicp:/;

/**
 * Whether an element of a DASH manifest has essential properties: these restrict it to players that understand more
 * than the stream gateway passes on, such as thumbnails for seeking.
 */
export function isNotForAll({ children }: XmlElement): boolean {
  return children.some(
    ({ name, attributes }) => name === 'EssentialProperty' && !harmless.test(attributes['schemeIdUri'] ?? ''),
  );
}

/**
 * Whether an adaptation set of a DASH manifest is video, audio or text that the manifest itself contains, not a link to
 * elsewhere.
 */
export function isShown(set: XmlElement): boolean {
  const { contentType = '', mimeType = '', 'xlink:href': elsewhere } = set.attributes;
  return elsewhere === undefined && !/^image(?:\/|$)/.test(contentType || mimeType) && !isNotForAll(set);
}
