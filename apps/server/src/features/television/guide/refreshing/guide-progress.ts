import type { GuideSource } from '@butaca/contract';

/** What this server does with a guide at the moment. */
export type GuideProgress = NonNullable<GuideSource['progress']>;
