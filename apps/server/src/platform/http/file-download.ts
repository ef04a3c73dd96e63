import { open, type FileHandle } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';

/** An answer of an endpoint that sends a file of this machine for download under a name. */
export class FileDownload {
  readonly source: string | FileHandle;
  /** The file name that is suggested to the browser, made of characters that stand for themselves in a quoted string. */
  readonly fileName: string;

  /** @param source - the file's path, or the file that was opened for reading, which is closed when it has been sent */
  constructor(source: string | FileHandle, fileName: string) {
    this.source = source;
    this.fileName = fileName;
  }
}

/** Sends a file of any size as a download, unchanged and in constant memory. */
export async function sendFile(
  reply: FastifyReply,
  { source, fileName }: FileDownload,
): Promise<FastifyReply> {
  const file = typeof source === 'string' ? await open(source, 'r') : source;
  const { size } = await file.stat();
  return (
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      // A file that is still being written must not become longer than the length that was announced.
      .send(file.createReadStream(size === 0 ? {} : { end: size - 1 }))
  );
}
