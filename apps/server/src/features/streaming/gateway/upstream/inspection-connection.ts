import { randomUUID } from 'node:crypto';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { GatedConnection, HostGate } from './host-gate.ts';
import type { Upstream } from './upstream.ts';

/** The upstreams, and the gate that connections to them pass. */
export interface InspectingUpstream {
  upstream: Upstream;
  gate: HostGate;
}

/** Announces a connection that ends by itself within seconds. @param device - the device that is about to play */
export function beginInspection(gate: HostGate, address: string, device?: PlayingDevice): GatedConnection {
  const client = randomUUID();
  return gate.begin({
    address,
    kind: 'inspection',
    client,
    slot: client,
    itemKey: undefined,
    viewers: () => (device === undefined ? [] : [device]),
    close: () => undefined,
  });
}
