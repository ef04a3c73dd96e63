import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { AppError } from '../../../../platform/http/app-error.ts';
import { BodyTooLongError } from './upstream-exchange.ts';

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackGzip: Unpack = promisify(gunzip);

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const unpackByEncoding: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['identity', (body) => Promise.resolve(body)],
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Finds the function that decompresses the body of an upstream's answer. Decompression stops at the limit, because a
 * small body may decompress to an endless one.
 *
 * @param encoding - the header `content-encoding`
 * @returns `undefined` for an unknown or a combined encoding · the function throws BodyTooLongError beyond
 *   `limitBytes`, and AppError `upstream.unreachable` for a damaged body
 */
export function findUnpacking(
  encoding: string | undefined,
): ((body: Buffer, limitBytes: number) => Promise<Buffer>) | undefined {
  const unpack = unpackByEncoding.get(encoding?.trim().toLowerCase() ?? 'identity');
  if (unpack === undefined) return undefined;
  return async (body, limitBytes) => {
    try {
      return await unpack(body, { maxOutputLength: limitBytes });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
        throw new BodyTooLongError(`more than ${limitBytes} bytes after decompression`);
      }
      throw new AppError('upstream.unreachable', { cause: new Error('the compressed body is damaged') });
    }
  };
}
