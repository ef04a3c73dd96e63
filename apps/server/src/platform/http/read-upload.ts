import type { Readable } from 'node:stream';
import type { Endpoint, EndpointForm, ErrorCode } from '@butaca/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** One file that a client uploads. The handler of the endpoint must read its stream to the end. */
export interface Upload<E extends Endpoint = Endpoint> {
  fileName: string;
  stream: Readable;
  /** The size of the whole request body as the client declares it; 0 when it declares none. */
  expectedBytes: number;
  /** Whether the uploaded file was cut at the size limit; known only after `stream` has ended. */
  isTruncated(): boolean;
  /**
   * Returns the text fields that the client sent with the uploaded file. Call this only after `stream` has ended,
   * because fields may follow the file.
   *
   * @throws AppError `input.invalid`
   */
  form(): Promise<EndpointForm<E>>;
}

const maxFieldBytes = 10_000;

/**
 * Finds the uploaded file in a multipart request body.
 *
 * @param missing - the error code when the body has no file
 */
export async function readUpload<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  missing: ErrorCode,
): Promise<Upload<E>> {
  if (!request.isMultipart()) throw new AppError('body.wrong_type');
  const parts = request.parts()[Symbol.asyncIterator]();
  const fields = new Map<string, string>();

  /** Reads a multipart body up to the next file and stores the text fields before that file. */
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
    // Errors of Fastify have a status and are kept. Errors without a status come from the multipart parser and mean
    // that the request body is malformed.
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
