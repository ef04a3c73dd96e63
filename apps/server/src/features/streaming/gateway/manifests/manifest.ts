// Rewrites DASH manifests for players. A manifest is parsed into a tree and rewritten from elements that are known to
// be safe, as HLS playlists are. The rules that name segments are inherited from period to adaptation set to
// representation; the output states them at each representation alone, with sealed (encrypted) addresses in place of
// the provider's, so base addresses disappear. Unknown elements and attributes are left out, since any of them may hold
// an address; so are adaptation sets that require a player to understand an unknown property. Under a free trial each
// segment is listed with the part of the film that it holds, so that it can be charged.
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import { createYieldingMap } from './yielding-map.ts';
import { copyAttributes, copyDescriptors, isNotForAll, isShown } from './manifest-parts.ts';
import { createReferences, resolveBase, type ManifestContext } from './manifest-references.ts';
import { gatherOwn, inheritsNothing, type Inherited } from './manifest-rules.ts';
import { readDuration } from './manifest-segments.ts';
import { escapeXml, parseXml, writeXml, XmlRefusedError, type XmlElement } from './manifest-xml.ts';
import { createFileWriter, createSegmentWriter, type Period } from './write-segments.ts';

export interface RewrittenManifest {
  text: string;
  /** Whether the DASH manifest is complete and will not change. */
  isComplete: boolean;
}

/**
 * The longest rewritten DASH manifest, in characters: inherited elements are repeated in each representation, so a
 * small manifest could become a huge one.
 */
const textLimit = 16_000_000;
/** The most representations that a DASH manifest may have; manifests that players can use have about ten. */
const representationLimit = 1_000;

/** Whether bytes may be a DASH manifest, judged by their beginning. */
export function isManifest(head: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:MPD[\s>]|\?xml\s|!--)/.test(head.toString('latin1', 0, 64));
}

/**
 * Rewrites a DASH manifest so that players request everything that it names from the stream gateway.
 *
 * @throws PlaylistRefusedError; the reason of `signal` when it aborts
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
  const base = resolveBase(root, context.address);
  const location = root.children.find(({ name }) => name === 'Location')?.text;
  const content = [
    ...(isLive && location ? [writeLocation(rewriter.child(location, base, 'playlist'))] : []),
    ...(await rewriter.periods(base)),
    // The stream gateway's own clock replaces the time servers that the provider's manifest names, which players would
    // contact directly.
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

function createRewriter(context: ManifestContext, root: XmlElement, signal: AbortSignal) {
  let length = 0;
  let representations = 0;
  const periodCount = root.children.filter(({ name }) => name === 'Period').length;
  const mapYielding = createYieldingMap(signal);
  const references = createReferences(context);
  const { writeTemplate, writeList, writeInitialization } = createSegmentWriter({
    context,
    references,
    mapYielding,
  });
  const writeFile = createFileWriter({ context, references }, writeInitialization, periodCount);

  function periods(base: string): Promise<string[]> {
    const elements = root.children.filter(({ name }) => name === 'Period');
    const whole = readDuration(root.attributes['mediaPresentationDuration']);
    let startSeconds = 0;
    return mapYielding(elements, async (element, index) => {
      startSeconds = readDuration(element.attributes['start']) ?? startSeconds;
      const following = readDuration(elements[index + 1]?.attributes['start']);
      const end = following ?? (index === elements.length - 1 ? whole : undefined);
      const durationSeconds =
        readDuration(element.attributes['duration']) ?? (end === undefined ? undefined : end - startSeconds);
      const period = { startSeconds, durationSeconds };
      startSeconds += durationSeconds ?? 0;
      const periodBase = resolveBase(element, base);
      const shown = element.children.filter((set) => set.name === 'AdaptationSet' && isShown(set));
      const inherited = gatherOwn(inheritsNothing, element);
      const sets = await mapYielding(shown, (set) => writeSet(set, inherited, periodBase, period));
      return writeXml('Period', copyAttributes(element), sets.filter(Boolean));
    });
  }

  /** Writes an adaptation set of a DASH manifest. @returns an empty text when it has no usable representation */
  async function writeSet(
    set: XmlElement,
    ofPeriod: Inherited,
    base: string,
    period: Period,
  ): Promise<string> {
    const setBase = resolveBase(set, base);
    const forAll = set.children.filter(
      (element) => element.name === 'Representation' && !isNotForAll(element),
    );
    if (forAll.length === 0) return '';
    representations += forAll.length;
    if (representations > representationLimit)
      throw new PlaylistRefusedError('the manifest has too many representations');
    const inherited = gatherOwn(ofPeriod, set);
    const written = await mapYielding(forAll, (element) =>
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

  return { child: references.child, periods };
}
