import { inTime } from '../../../platform/async/deadline.ts';
import type { Log } from '../../../platform/log.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { chooseDelivery, type DeliveryClient } from './source/choose-delivery.ts';
import { writeConversionKey } from './source/conversion-key.ts';
import type { FileInspector } from './inspection/inspect-files.ts';
import type { Converter } from './ffmpeg/converter.ts';

/** Decides for each stream source whether a client gets it unchanged or converted by ffmpeg. */
export interface Delivery {
  /**
   * Decides how a channel is delivered to a client. @returns the source that is sealed (encrypted) into the stream's
   * address: the given one, or a conversion of it
   */
  deliverChannel(source: StreamSource, can: DeliveryClient['can']): StreamSource;
  /**
   * Decides how the stream sources of a video are delivered to a client.
   *
   * @param first - the source that is about to be played; it is inspected with ffprobe if the decision depends on that
   * @returns a function that maps each source to the one to seal (encrypt) into the stream's address: the source
   * itself, or a conversion of it
   */
  deliver(
    sources: readonly StreamSource[],
    first: StreamSource | undefined,
    client: DeliveryClient,
  ): Promise<(source: StreamSource) => StreamSource>;
}

/**
 * How long the answer to a request for a film waits at most, in ms, for ffprobe to inspect the film's file. When the
 * inspection takes longer, the file's delivery is chosen by its file name extension.
 */
const firstLookMs = 2_500;

export function createDelivery(needs: {
  converter(): Promise<Converter | undefined>;
  inspector: Pick<FileInspector, 'known' | 'inspect'> & Partial<Pick<FileInspector, 'release'>>;
  log: Log;
}): Delivery {
  const { converter, inspector, log } = needs;

  /**
   * When the inspection fails, the file's content stays unknown, and its delivery is chosen by its file name extension.
   */
  const inspectForNow = (source: StreamSource) =>
    inspector.inspect(source).catch((error: unknown) => {
      log.warn({ err: error }, 'a file could not be looked into');
      return undefined;
    });

  return {
    deliverChannel(source, can) {
      const { streamKind, address } = source;
      // Channels are not inspected with ffprobe before they play: that would use one of the provider's connections.
      const asked = { streamKind, extension: '', facts: undefined, isLive: true };
      const isOutside = /^https?:/i.test(address);
      if (streamKind !== 'ts' || !isOutside) return source;
      if (chooseDelivery(asked, { can, play: 'auto' }, true) === 'ts') return source;
      return converted('live', source, false);
    },
    async deliver(sources, first, client) {
      const hasConverter = (await converter()) !== undefined;
      const outside = sources.filter(({ address }) => /^https?:/i.test(address));
      const facts = new Map(await inspector.known(outside.map(({ address }) => address)));
      const choose = (source: StreamSource) =>
        chooseDelivery(
          {
            streamKind: source.streamKind,
            extension: extensionOf(source.address),
            facts: facts.get(source.address),
            isLive: false,
          },
          client,
          hasConverter,
        );
      if (first !== undefined && outside.includes(first) && !facts.has(first.address)) {
        // Only a file that would be played unconverted has to be inspected before the client gets its address; a
        // conversion inspects its file itself.
        if (choose(first) === 'native') {
          const seen = await inTime(inspectForNow(first), firstLookMs, undefined);
          if (seen === undefined) inspector.release?.(first);
          else facts.set(first.address, seen);
        }
      }
      return (source) => {
        if (!outside.includes(source)) return source;
        const delivery = choose(source);
        if (delivery !== 'remux' && delivery !== 'transcode') {
          const durationSeconds =
            facts.get(source.address)?.durationSeconds ?? source.durationSeconds ?? null;
          return { ...source, durationSeconds };
        }
        return converted('remux', source, client.can.has('hevc-ts'));
      };
    },
  };
}

function converted(media: 'remux' | 'live', source: StreamSource, canHevcTs: boolean): StreamSource {
  const address = `internal:${media}/${writeConversionKey({ source, canHevcTs })}/index.m3u8`;
  return { address, streamKind: 'hls', userAgent: null, referrer: null };
}

function extensionOf(address: string): string {
  if (!URL.canParse(address)) return '';
  return /\.([a-z0-9]{2,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
}
