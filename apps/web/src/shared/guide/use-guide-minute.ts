import { useSyncExternalStore } from 'react';
import { every } from '../../platform/base/clock.ts';
import { serverNowMs } from '../../platform/api/server-clock.ts';

const minuteMs = 60_000;
/** How often the page looks whether another minute has begun. */
const lookMs = 10_000;

const subscribe = (notice: () => void): (() => void) => every(lookMs, notice);
const minute = (): number => Math.floor(serverNowMs() / minuteMs) * minuteMs;

/**
 * The present minute by the server's clock, in milliseconds since 1970: what is on now does not depend on whether the
 * clock of the device is right. The component renders again with each minute.
 */
export const useGuideMinute = (): number => useSyncExternalStore(subscribe, minute);
