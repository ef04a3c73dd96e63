import type { GatewayParts } from '../gateway.routes.ts';
import type { SealedStream } from '../stream/token.ts';
import type { Connection } from '../upstream/host-gate.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { RunningStream } from './running-streams.ts';
import { onAbort } from './send-bytes.ts';

/**
 * Announces a stream that is about to be requested to the gate of its upstream.
 *
 * @param kind - `request` for playlists and segments; the transfers of programs that inspect a file count as inspections
 * @returns the function that sends the requests of this stream
 */
export function passGate(
  { gate, upstream, clientOf }: Pick<GatewayParts, 'gate' | 'upstream' | 'clientOf'>,
  sealed: SealedStream,
  stream: RunningStream,
  kind: 'transfer' | 'request',
): Upstream['open'] {
  const { grant, address } = sealed;
  const { isInspection, isSerial, device } = clientOf(grant);
  const client = [grant.sessionKey, grant.itemKey, grant.playableKey ?? ''].join(' ');
  const connection: Connection = {
    address,
    kind: kind === 'transfer' && isInspection ? 'inspection' : kind,
    client,
    device,
    isSerial: isSerial && kind === 'transfer',
    close: stream.close,
  };
  const gated = gate.begin(connection);
  onAbort(stream.signal, () => gated[Symbol.dispose]());
  return (request, signal) => gated.open(() => upstream.open(request, signal), signal);
}
