import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { GatedConnection, HostGate } from './host-gate.ts';
import type { ProviderBudget } from './provider-slots.ts';
import type { Upstream } from './upstream.ts';

/** The upstreams, the gate that connections to them pass, and the clock by which inspections are limited. */
export interface InspectingUpstream {
  upstream: Upstream;
  gate: HostGate;
  clock: Clock;
}

/** Who waits for an inspection, and what is known of its provider. */
export interface InspectionOptions {
  /** The device that is about to play what is inspected. */
  device?: PlayingDevice | undefined;
  /** Whether nobody waits for it: it takes a free slot only, and gives the slot back when something else needs it. */
  isBackground?: boolean | undefined;
  budget?: ProviderBudget | undefined;
  /** The address of the source by which the provider is known, where another address in it is read. */
  sourceAddress?: string | undefined;
}

/** An inspection that was announced. */
export interface Inspection extends GatedConnection {
  /** Aborts with the given signal, or with the AppError `upstream.full` when the inspection has to give its slot back. */
  signal: AbortSignal;
}

/** Announces a connection that ends by itself within seconds. @param outer - aborts when nobody needs it any more */
export function beginInspection(
  gate: HostGate,
  address: string,
  outer: AbortSignal,
  { device, isBackground = false, budget, sourceAddress }: InspectionOptions = {},
): Inspection {
  const client = randomUUID();
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(outer.reason);
  if (outer.aborted) forwardAbort();
  else outer.addEventListener('abort', forwardAbort, { once: true });
  const connection = gate.begin({
    address,
    kind: 'inspection',
    client,
    slot: client,
    itemKey: undefined,
    budget,
    sourceAddress,
    isBackground,
    viewers: () => (device === undefined ? [] : [device]),
    close: () => isBackground && controller.abort(new AppError('upstream.full')),
  });
  return {
    open: connection.open,
    signal: controller.signal,
    [Symbol.dispose]() {
      outer.removeEventListener('abort', forwardAbort);
      connection[Symbol.dispose]();
    },
  };
}
