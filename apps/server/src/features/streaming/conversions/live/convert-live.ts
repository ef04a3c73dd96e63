import { once } from 'node:events';
import { readConversionKey } from '../source/conversion-key.ts';
import type { CreationNeeds } from '../segments/conversion.ts';
import type { ConversionPool, ConversionRequest } from '../segments/conversion-pool.ts';
import { playlistHeaders, sendFile, type MediaAnswer, type MediaRequest } from '../segments/convert-media.ts';
import { createLiveConversion } from './live-conversion.ts';
import { createLiveStream, type LiveStream, type StartStream } from './live-stream.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EncoderChoice } from '../encoders/video-encoder.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

const streamHeaders = { 'content-type': 'video/mp2t', 'cache-control': 'no-store' };

/** The name of a converted channel as MPEG-TS without an end. */
export const liveStreamFile = 'stream.ts';

/**
 * Serves the media `internal:live/<key>/…` (`<key>` encodes the channel's source), a channel that ffmpeg converts:
 * `stream.ts` is MPEG-TS without an end, `index.m3u8` a sliding HLS playlist of segments. All viewers of a channel who
 * need the same conversion share one; two channels share none, because each fails over to sources of its own.
 */
export function createConvertLive(needs: {
  converter: () => Promise<Converter | undefined>;
  conversions: ConversionPool;
  encoders: EncoderChoice;
  gateway: Pick<SourceGateway, 'startStream'>;
  clock: Clock;
}) {
  /** Opens a conversion without an end, which is in use until its bytes are closed. */
  function openStream(
    request: ConversionRequest<LiveStream>,
    converter: Converter,
    signal: AbortSignal,
  ): Promise<MediaAnswer> {
    return new Promise((resolve, reject) => {
      const sending = needs.conversions.use(request, converter, async (conversion) => {
        const body = await conversion.open(signal);
        const closed = once(body, 'close');
        resolve({ status: 200, headers: streamHeaders, body });
        await closed;
      });
      sending.catch(reject);
    });
  }

  return {
    async open(path: string, { grant, signal }: MediaRequest): Promise<MediaAnswer | undefined> {
      const [name = '', file = '', ...more] = path.split('/');
      const key = readConversionKey(name);
      if (key === undefined || more.length > 0) return undefined;
      const [, number] = /^v-(\d{1,12})\.ts$/.exec(file) ?? [];
      if (number === undefined && file !== 'index.m3u8' && file !== liveStreamFile) return undefined;
      const converter = await needs.converter();
      if (converter === undefined) throw new AppError('conversion.missing');
      const mode = key.isTranscoded ? ('transcode' as const) : ('remux' as const);
      if (file === liveStreamFile) {
        const create = async (given: CreationNeeds) => {
          await given.converter.confinement.makeFolder(given.folder);
          const startStream: StartStream = (start) =>
            needs.gateway.startStream(grant.playableKey ?? grant.itemKey, start);
          return createLiveStream({
            ...given,
            ...(await given.openInput()),
            mode,
            encoders: needs.encoders,
            startStream,
            clock: needs.clock,
          });
        };
        const wanted = {
          ...grant,
          key: `live-stream/${grant.itemKey}/${name}`,
          source: key.source,
          isLive: true,
          mode,
          create,
        };
        return openStream(wanted, converter, signal);
      }
      const request = {
        ...grant,
        key: `live/${grant.itemKey}/${name}`,
        source: key.source,
        isLive: true,
        mode,
        async create(given: CreationNeeds) {
          await given.converter.confinement.makeFolder(given.folder);
          const encoder = mode === 'transcode' ? await needs.encoders.choose() : undefined;
          return createLiveConversion({
            ...given,
            ...(await given.openInput()),
            mode,
            encoder,
            encoders: needs.encoders,
            clock: needs.clock,
          });
        },
      };
      return needs.conversions.use(request, converter, async (conversion) => {
        if (number === undefined) {
          return { status: 200, headers: playlistHeaders, body: await conversion.playlist(signal) };
        }
        const segment = conversion.segment(Number(number));
        return segment === undefined ? undefined : sendFile(converter, segment);
      });
    },
  };
}
