import type { ItemKey, StreamKind } from '@butaca/contract';
import type { StreamSource } from './stream-source.ts';

/** Who may receive a stream, and of which item. */
export interface StreamGrant {
  accountId: string;
  deviceId: string;
  /** Identifies the session without revealing its token. */
  sessionKey: string;
  itemKey: ItemKey;
  /** The key of the chapter when the item is a series. A trial is charged separately for each chapter. */
  playableKey?: ItemKey | null;
  /** Whether the plan does not open the item, so that what is delivered is charged to the daily trial. */
  isTrial: boolean;
  /** When the grant was issued, in seconds since 1970. */
  issuedAtSeconds: number;
}

/** A grant to be issued. By default `isTrial` is `false`: the person's plan opens the item. */
export type NewStreamGrant = Omit<StreamGrant, 'isTrial' | 'issuedAtSeconds'> & { isTrial?: boolean };

/** Whether a person may still receive the item of a stream grant, or why not. */
export type StreamVerdict = 'allowed' | 'plan_denied' | 'item_gone';

/** Seals a source into a playable path that only the holder of the grant can use. */
export interface StreamIssuer {
  issue(source: StreamSource, grant: NewStreamGrant): { url: string; streamKind: StreamKind };
}
