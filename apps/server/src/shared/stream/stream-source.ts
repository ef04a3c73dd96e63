import type { StreamKind } from '@butaca/contract';

/** The address of a stream with its request headers. They leave the server only sealed in a stream token. */
export interface StreamSource {
  /** `http:`, `https:`, or `internal:<name>/<path>` for media of this server. */
  address: string;
  streamKind: StreamKind;
  /** The `user-agent` header that the upstream expects; with `null` the gateway sends its own. */
  userAgent: string | null;
  /** The `referer` header that the upstream expects; with `null` no such header is sent. */
  referrer: string | null;
  /** The duration of the stream, if known. */
  durationSeconds?: number | null;
}
