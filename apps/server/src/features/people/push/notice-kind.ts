import type { Viewer } from '@butaca/contract';
import type { RawBuilder } from 'kysely';
import type { Session } from '../../../shared/session.ts';
import type { DueNotice } from './push.repository.ts';

/** What a browser shows and opens. It has no address but a path of the page. */
export interface PushNotice {
  /** Of notices with the same tag a device shows the newest alone. */
  tag: string;
  title: string;
  /** Where it is shown: the name of the channel. */
  place: string;
  /** ISO 8601; the browser shows the time in its own zone. */
  startsAt: string;
  endsAt: string;
  /** What follows `#` in the address of the page: `/watch/channel/<id>`. */
  path: string;
}

/** A kind of notices that devices can ask for: what is due, and what each notice says. */
export interface NoticeKind {
  /** Lists the notices that are due for some of the given accounts. @param accounts - a query of their ids */
  listDue(accounts: RawBuilder<unknown>, now: Date): Promise<DueNotice[]>;
  /**
   * Writes a notice when it is about to be sent.
   *
   * @returns `undefined` where the person does not want it any more, or may not open what it is about
   */
  write(subject: string, session: Viewer & Pick<Session, 'accountId'>): Promise<PushNotice | undefined>;
}
