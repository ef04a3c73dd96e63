import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';

/** A file that ffmpeg sends as a channel, in real time. */
export interface OnAir {
  file: string;
  format?: 'mpegts' | 'mp3' | 'adts';
  /** Arguments before the input; by default the file is repeated for ever. */
  from?: readonly string[];
  /** Arguments of the output, such as how long it is. */
  to?: readonly string[];
  /** What happens when ffmpeg has ended; by default the connection is cut. */
  atEnd?: () => void;
  /** Where the bytes go; by default into the response. */
  send?: (bytes: Buffer) => void;
}

/** Sends a file as a channel until the client leaves. The head of the response is the caller's. */
export function putOnAir(
  response: ServerResponse,
  {
    file,
    format = 'mpegts',
    from = ['-stream_loop', '-1'],
    to = [],
    atEnd = () => response.destroy(),
    send = (bytes) => void response.write(bytes),
  }: OnAir,
): void {
  const words = ['-v', 'quiet', '-re', ...from, '-i', file, ...to, '-c', 'copy', '-f', format, 'pipe:1'];
  const ffmpeg = spawn(process.env['BUTACA_FFMPEG'] ?? 'ffmpeg', words, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  ffmpeg.stdout.on('data', send);
  ffmpeg.stdout.once('end', atEnd);
  response.once('close', () => ffmpeg.kill('SIGKILL'));
}
