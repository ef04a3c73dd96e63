import { open } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';

/** An answer of an endpoint that sends a file of this machine for download under a name. */
export class FileDownload {
  readonly path: string;
  /** The file name that is suggested to the browser, made of letters, digits, dots and dashes. */
  readonly fileName: string;

  constructor(path: string, fileName: string) {
    this.path = path;
    this.fileName = fileName;
  }
}

/** Sends a file of any size as a download, unchanged and in constant memory. */
export async function sendFile(reply: FastifyReply, { path, fileName }: FileDownload): Promise<FastifyReply> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(file.createReadStream());
}
