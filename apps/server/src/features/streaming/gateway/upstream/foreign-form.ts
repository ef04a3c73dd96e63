// Recognises media in forms that neither players of pages nor the conversions open, and that would otherwise be taken for
// web pages or texts: the pictures of cameras one after the other (MJPEG over HTTP), and Smooth Streaming.
import type { UpstreamAnswer } from './upstream-exchange.ts';

const camera =
  /^\s{0,16}--[^\r\n]{1,200}\r?\n(?:[\w-]{1,60}:[^\r\n]{0,200}\r?\n){0,8}content-type: ?image\//i;
/** @see https://learn.microsoft.com/openspecs/windows_protocols/ms-sstr/ */
const smoothManifest = /<SmoothStreamingMedia[\s>]/;

/** Whether an answer of an upstream is a stream in a form that cannot be opened here. */
export function isForeignForm({ headers, head }: Pick<UpstreamAnswer, 'headers' | 'head'>): boolean {
  if (/^multipart\/x-mixed-replace\b/i.test(headers['content-type'] ?? '')) return true;
  // Manifests are often in UTF-16, whose second bytes are zero here.
  const text = head.toString('latin1', 0, 1_024).replaceAll('\0', '');
  return camera.test(text) || smoothManifest.test(text);
}
