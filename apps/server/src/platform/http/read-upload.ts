import type { Readable } from 'node:stream';
import type { Endpoint, EndpointForm, ErrorCode } from '@butaca/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** One uploaded file. Reading it to its end is the handler's duty. */
export interface Upload<E extends Endpoint = Endpoint> {
  fileName: string;
  stream: Readable;
  /** Of the whole body, as the client says; 0 when it does not. */
  expectedBytes: number;
  /** True when the size limit cut the file; known once `stream` has ended. */
  isTruncated(): boolean;
  /**
   * The text fields, wherever they stand. Only to be called once `stream` has ended, because they may stand behind it.
   *
   * @throws AppError `input.invalid`
   */
  form(): Promise<EndpointForm<E>>;
}

const maxFieldBytes = 10_000;

/**
 * Finds the one file of a multipart body.
 *
 * @param missing - the code to answer where there is none
 */
export async function readUpload<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  missing: ErrorCode,
): Promise<Upload<E>> {
  if (!request.isMultipart()) throw new AppError('body.wrong_type');
  const parts = request.parts()[Symbol.asyncIterator]();
  const fields = new Map<string, string>();

  /** Reads on to the next file, keeping the fields on the way. */
  async function nextFile() {
    for (;;) {
      const { value: part, done } = await readPart(parts);
      if (done === true) return undefined;
      if (part.type === 'file') return part;
      const { fieldname, value, valueTruncated } = part;
      if (
        typeof value !== 'string' ||
        valueTruncated ||
        value.length > maxFieldBytes ||
        fields.has(fieldname)
      )
        throw new AppError('request.malformed');
      fields.set(fieldname, value);
    }
  }

  for (;;) {
    const part = await nextFile();
    if (part === undefined) throw new AppError(missing);
    if (part.fieldname !== endpoint.file) {
      part.file.resume();
      continue;
    }
    return {
      fileName: part.filename,
      stream: part.file,
      expectedBytes: Number(request.headers['content-length'] ?? 0) || 0,
      isTruncated: () => part.file.truncated,
      async form() {
        if ((await nextFile()) !== undefined) throw new AppError('request.malformed');
        return parseForm(endpoint, fields);
      },
    };
  }
}

async function readPart<T>(parts: AsyncIterator<T>): Promise<IteratorResult<T>> {
  try {
    return await parts.next();
  } catch (error) {
    // Fastify's own refusals have a status; what the parser throws at a broken body has none.
    throw error instanceof Error && 'statusCode' in error
      ? error
      : new AppError('request.malformed', { cause: error });
  }
}

function parseForm<E extends Endpoint>(endpoint: E, fields: ReadonlyMap<string, string>): EndpointForm<E> {
  const parsed = endpoint.form?.safeParse(Object.fromEntries(fields));
  if (parsed?.success === false) {
    const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new AppError('input.invalid', { details });
  }
  return parsed?.data as EndpointForm<E>;
}
