import { readConversionKey } from '../source/conversion-key.ts';
import type { ConversionNeeds } from '../segments/conversion.ts';
import type { ConversionPool } from '../segments/conversion-pool.ts';
import { playlistHeaders, sendFile, type MediaAnswer, type MediaRequest } from '../segments/convert-media.ts';
import { createLiveConversion } from './live-conversion.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Converter } from '../ffmpeg/converter.ts';

/**
 * Serves the media `internal:live/<key>/…` (`<key>` encodes the channel's source): a sliding HLS playlist of a channel
 * that ffmpeg converts, and its segments.
 */
export function createConvertLive(needs: {
  converter: () => Promise<Converter | undefined>;
  conversions: ConversionPool;
  clock: Clock;
}) {
  return {
    async open(path: string, { grant, signal }: MediaRequest): Promise<MediaAnswer | undefined> {
      const [name = '', file = '', ...more] = path.split('/');
      const key = readConversionKey(name);
      if (key === undefined || more.length > 0) return undefined;
      const [, number] = /^v-(\d{1,12})\.ts$/.exec(file) ?? [];
      if (number === undefined && file !== 'index.m3u8') return undefined;
      const converter = await needs.converter();
      if (converter === undefined) throw new AppError('conversion.missing');
      const mode = key.isTranscoded ? ('transcode' as const) : ('remux' as const);
      const request = {
        ...grant,
        key: `live/${name}`,
        source: key.source,
        mode,
        async create(given: ConversionNeeds) {
          await given.converter.confinement.makeFolder(given.folder);
          return createLiveConversion({ ...given, mode, clock: needs.clock });
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
