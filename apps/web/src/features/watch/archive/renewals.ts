/** Decides whether the page asks by itself for the rest of a recording that has broken off. */
export interface Renewals {
  /**
   * Counts a recording that broke off at an instant of the programme, in milliseconds since 1970.
   *
   * @returns whether the rest may be requested: not where it has broken off again and again within half a minute of the programme
   */
  admit(reachedMs: number): boolean;
  /** Begins anew, because the person has chosen a place or «Reintentar». */
  forget(): void;
}

/** A recording that has come so much further, in milliseconds, since the last request has played. */
const playedMs = 30_000;
/** How often the rest is requested without it. */
const mostRequests = 2;

export function createRenewals(): Renewals {
  let lastMs = Number.NEGATIVE_INFINITY;
  let requests = 0;
  return {
    admit(reachedMs) {
      requests = reachedMs - lastMs >= playedMs ? 1 : requests + 1;
      lastMs = reachedMs;
      return requests <= mostRequests;
    },
    forget() {
      lastMs = Number.NEGATIVE_INFINITY;
      requests = 0;
    },
  };
}
