import type { ItemKey, StreamKind } from '@butaca/contract';
import type { StreamSource } from './stream-source.ts';

/** Who may receive a stream, and what for. */
export interface StreamGrant {
  accountId: string;
  deviceId: string;
  /** Identifies the session; it is not the token. */
  sessionKey: string;
  itemKey: ItemKey;
  /** The chapter, where the item is a series. A trial is charged for each chapter by itself. */
  playableKey?: ItemKey | null;
  /** The plan does not open the item: what is delivered is charged to the trial of the day. */
  isTrial: boolean;
  /** When the grant was given, in seconds since 1970. */
  issuedAtSeconds: number;
}

/** A grant that is about to be given; without `isTrial` the person's plan opens the item. */
export type NewStreamGrant = Omit<StreamGrant, 'isTrial' | 'issuedAtSeconds'> & { isTrial?: boolean };

/** Whether a person may still receive what a stream was granted for. */
export type StreamVerdict = 'allowed' | 'plan_denied' | 'item_gone';

/** Makes a playable path for a source that only the holder of the grant can use. */
export interface StreamIssuer {
  issue(source: StreamSource, grant: NewStreamGrant): { url: string; streamKind: StreamKind };
}
