import type { Clock } from '../../../../platform/clock.ts';

/** What a program's requests for its source bring: tells a source that sends nothing from a program that reads nothing. */
export interface SourceActivity {
  /** Notes a request. @param isBlocked - whether bytes wait for the program to read them */
  begin(isBlocked: () => boolean): SourceReading;
  /**
   * Whether the program waits for its source: it asks, and nothing has come for seconds, or ever, or a film comes more slowly than
   * the program reads it. Of a program that has stopped reading or asking, the source may have sent everything.
   */
  isSilent(): boolean;
}

export interface SourceReading {
  /** Notes that bytes have come. */
  flow(): void;
  end(): void;
}

/** After how long without bytes a source counts as silent, in ms. */
const silentMs = 5_000;
/** How long ago a program has asked that still asks, in ms: longer than players wait before they request a playlist again. */
const askingMs = 12_000;

/**
 * @param options.isAhead - whether the source sends all that it has without waiting, as that of a film does: its bytes then wait
 *   for the program, or the program for them. A channel sends what there is, at its own pace.
 */
export function createSourceActivity(
  clock: Pick<Clock, 'steadyMs'>,
  { isAhead = false }: { isAhead?: boolean } = {},
): SourceActivity {
  const reading = new Map<object, () => boolean>();
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let flowedAtMs = Number.NEGATIVE_INFINITY;
  return {
    begin(isBlocked) {
      const request = {};
      reading.set(request, isBlocked);
      askedAtMs = clock.steadyMs();
      return {
        flow: () => (flowedAtMs = clock.steadyMs()),
        end: () => reading.delete(request),
      };
    },
    isSilent() {
      if (flowedAtMs === Number.NEGATIVE_INFINITY) return true;
      if ([...reading.values()].some((isBlocked) => isBlocked())) return false;
      if (isAhead && reading.size > 0) return true;
      const now = clock.steadyMs();
      if (now - flowedAtMs < silentMs) return false;
      return reading.size > 0 || now - askedAtMs < askingMs;
    },
  };
}
