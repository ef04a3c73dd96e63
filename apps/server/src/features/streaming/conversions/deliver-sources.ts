import type { ImageSubtitle } from '@butaca/contract';
import { inTime } from '../../../platform/async/deadline.ts';
import type { Log } from '../../../platform/log.ts';
import { namesStreamKind } from '@butaca/m3u';
import type { PlayingDevice } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { chooseDelivery, isLeftAlone, type DeliveryClient } from './source/choose-delivery.ts';
import { writeConversionKey, type ConversionKey } from './source/conversion-key.ts';
import { converted, convertedFilm } from './source/converted-address.ts';
import type { MediaFacts } from './source/media-facts.ts';
import { liveStreamFile } from './live/convert-live.ts';
import type { SourceLooks } from './first-look/look-at-source.ts';
import type { SourceLook } from './first-look/source-look.ts';
import type { FileInspector } from './inspection/inspect-files.ts';
import type { Converter } from './ffmpeg/converter.ts';

/** Decides for each stream source whether a client gets it unchanged or converted by ffmpeg. */
export interface Delivery {
  /**
   * Decides how a channel is delivered to a client; the channel's first bytes are looked at if that was not done yet.
   *
   * @param device - the client's device, which is about to play the channel
   * @returns the source that is sealed (encrypted) into the stream's address: the given one with the kind that its bytes
   * show, or a conversion of it
   */
  deliverChannel(
    source: StreamSource,
    can: DeliveryClient['can'],
    device?: PlayingDevice,
  ): Promise<StreamSource>;
  /**
   * Decides how the stream sources of a video are delivered to a client.
   *
   * @param first - the source that is about to be played; it is inspected with ffprobe if the decision depends on that
   * @param device - the client's device, which is about to play that source
   * @returns a function that maps each source to the one to seal (encrypt) into the stream's address: the source
   * itself, or a conversion of it
   */
  deliver(
    sources: readonly StreamSource[],
    first: StreamSource | undefined,
    client: DeliveryClient,
    device?: PlayingDevice,
  ): Promise<(source: StreamSource) => StreamSource>;
  /** The subtitles of a channel that a browser does not show, as a look at the source with this address has found them. */
  subtitlesOf(address: string): Promise<readonly ImageSubtitle[]>;
}

/**
 * How long the answer to a request for a film waits at most, in ms, for ffprobe to inspect the film's file. When the
 * inspection takes longer, the file's delivery is chosen by its file name extension.
 */
const inspectionWithinMs = 2_500;

/** How long such an answer waits at most, in ms, to learn whether ffmpeg runs here. */
const converterWithinMs = 2_500;

const isOutside = ({ address }: StreamSource): boolean => /^https?:/i.test(address);

const ofKind = (source: StreamSource, look: SourceLook | undefined): StreamSource =>
  look === undefined || look.streamKind === source.streamKind
    ? source
    : { ...source, streamKind: look.streamKind };

interface DeliveryNeeds {
  converter(): Promise<Converter | 'unknown' | undefined>;
  inspector: Pick<FileInspector, 'known' | 'inspect' | 'release' | 'yieldToViewers'>;
  looks: Pick<SourceLooks, 'known' | 'look'>;
  log: Log;
}

/** Creates the functions that find out what a source contains, for as long as the answer to a request may wait. */
function createPatience({ inspector, looks, log }: Omit<DeliveryNeeds, 'converter'>) {
  return {
    /**
     * When the inspection fails or takes too long, the file's content stays unknown, and its delivery is chosen by its
     * file name extension.
     */
    async inspectForNow(source: StreamSource, device: PlayingDevice | undefined) {
      const inspection = inspector.inspect(source, { device }).catch((error: unknown) => {
        log.warn({ err: error }, 'a file could not be looked into');
        return undefined;
      });
      const facts = await inTime(inspection, inspectionWithinMs, undefined);
      if (facts === undefined) inspector.release(source);
      return facts;
    },
    /** Returns the look at a channel; when looking fails, the name of the channel's address decides. */
    lookForNow(source: StreamSource, device: PlayingDevice | undefined) {
      inspector.yieldToViewers();
      return looks.look(source, device).catch((error: unknown) => {
        log.warn({ err: error }, 'a stream could not be looked at');
        return undefined;
      });
    },
  };
}

export function createDelivery(needs: DeliveryNeeds): Delivery {
  const { inspector, looks } = needs;
  const { inspectForNow, lookForNow } = createPatience(needs);

  /**
   * Whether a conversion may be chosen. While it is not known whether ffmpeg runs here, the answer is yes: the conversion then
   * says when to try again, while the unconverted file would fail in the player without a reason.
   */
  const mayConvert = async (): Promise<boolean> =>
    (await inTime(needs.converter(), converterWithinMs, 'unknown')) !== undefined;

  async function deliverChannel(
    source: StreamSource,
    can: DeliveryClient['can'],
    device?: PlayingDevice,
  ): Promise<StreamSource> {
    if (!isOutside(source)) return source;
    const look = await lookForNow(source, device);
    const seen = ofKind(source, look);
    const { streamKind } = seen;
    const extension = look?.extension ?? '';
    if (isLeftAlone({ can, play: 'auto' })) return seen;
    if (streamKind === 'file' && nativeExtensions.has(extension)) return seen;
    const facts = streamKind === 'file' ? await inspectForNow(seen, device) : factsOf(look);
    const hasConverter = await mayConvert();
    const asked = { streamKind, extension, facts, isLive: true };
    const delivery = chooseDelivery(asked, { can, play: 'auto' }, hasConverter);
    if (delivery !== 'remux' && delivery !== 'transcode') return seen;
    const canHevcTs = can.has('hevc-ts');
    // A file or list with an end among the channels is a film: viewers may seek in it.
    const hasEnd = typeof facts?.durationSeconds === 'number' || look?.hasEnd === true;
    if (hasEnd) return convertedFilm(seen, canHevcTs);
    const key = { source: seen, canHevcTs, isTranscoded: delivery === 'transcode' };
    // A client that plays MPEG-TS shows the first picture of a channel sooner than one that plays HLS.
    return can.has('mse') && facts?.video ? convertedStream(key) : converted('live', key);
  }

  return {
    deliverChannel,
    subtitlesOf: async (address) => (await looks.known([address])).get(address)?.codecs?.subtitles ?? [],
    async deliver(given, wanted, client, device) {
      const hasConverter = await mayConvert();
      const outside = new Set(given.filter(isOutside));
      const addresses = [...outside].map(({ address }) => address);
      const facts = new Map(await inspector.known(addresses));
      const seen = new Map(await looks.known(addresses));
      const isInside = (source: StreamSource | undefined): source is StreamSource =>
        source !== undefined && outside.has(source);
      // The name of an HLS address is the least certain: it is also given to everything whose name says nothing.
      if (isInside(wanted) && wanted.streamKind === 'hls' && !seen.has(wanted.address)) {
        const look = await lookForNow(wanted, device);
        if (look !== undefined) seen.set(wanted.address, look);
      }
      const choose = (source: StreamSource) => {
        const look = seen.get(source.address);
        const { streamKind } = ofKind(source, look);
        // Any other film is converted, or inspected before it is played.
        const shown = streamKind === 'hls' ? factsOf(look) : undefined;
        const asked = {
          streamKind,
          extension: look?.extension || extensionOf(source.address),
          facts: facts.get(source.address) ?? shown,
          isLive: false,
        };
        return chooseDelivery(asked, client, hasConverter);
      };
      // Only a file that would be played unconverted has to be inspected before the client gets its address; a
      // conversion inspects its file itself.
      const isOpen = isInside(wanted) && !facts.has(wanted.address) && !isLeftAlone(client);
      if (isOpen && choose(wanted) === 'native') {
        const found = await inspectForNow(ofKind(wanted, seen.get(wanted.address)), device);
        if (found !== undefined) facts.set(wanted.address, found);
      }
      return (source) => {
        if (!outside.has(source)) return source;
        const look = seen.get(source.address);
        // A client requests a chapter that is a file again before it plays, and the chapter is looked at then.
        const isUnknown = look === undefined && source !== wanted && !namesStreamKind(source.address);
        if (isUnknown) return { ...source, streamKind: 'file' };
        const delivery = choose(source);
        const shown = ofKind(source, look);
        if (delivery !== 'remux' && delivery !== 'transcode') {
          const durationSeconds =
            facts.get(source.address)?.durationSeconds ?? source.durationSeconds ?? null;
          return { ...shown, durationSeconds };
        }
        return convertedFilm(shown, client.can.has('hevc-ts'));
      };
    },
  };
}

/** Files that a browser plays as a channel without a look at their codecs: endless radio, mostly. */
const nativeExtensions: ReadonlySet<string> = new Set(['', 'mp4', 'mp3', 'aac']);

/** Returns the codecs that a look at a stream showed, in the form of the facts of a file. */
function factsOf(look: SourceLook | undefined): MediaFacts | undefined {
  const codecs = look?.codecs ?? undefined;
  if (look === undefined || codecs === undefined) return undefined;
  const { video, audio } = codecs;
  const unknown = { profile: null, pixelFormat: null, transfer: null, width: 0, height: 0, bitRate: null };
  const track = { channels: 0, language: null, title: null, isDefault: false };
  return {
    container: look.streamKind === 'ts' ? 'mpegts' : 'hls',
    durationSeconds: null,
    startSeconds: 0,
    endSeconds: null,
    video: video === null ? null : { index: 0, codec: video, ...unknown },
    audio: audio.map((codec, index) => ({ index, codec, ...track })),
    subtitles: [],
    imageSubtitles: [],
    scenes: [],
  };
}

const convertedStream = (key: ConversionKey): StreamSource => ({
  address: `internal:live/${writeConversionKey(key)}/${liveStreamFile}`,
  streamKind: 'ts',
  userAgent: null,
  referrer: null,
});

function extensionOf(address: string): string {
  if (!URL.canParse(address)) return '';
  return /\.([a-z0-9]{2,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
}
