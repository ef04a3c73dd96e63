/** Business constants and limits. @see the specification, section 9 */

export const headerScrollThresholdPx = 10;
export const requestTimeoutMs = 300_000;
export const uploadTimeoutMs = 600_000;
export const registerRedirectMs = 2_000;
export const messageDismissMs = 5_000;
export const searchDebounceMs = 500;
export const playerRestartWaitMs = 1_000;
export const playerRetryWaitMs = 2_000;
export const playerMaxRetries = 2;
export const seekStepSeconds = 10;

export const defaultPageSize = 20;
export const adminPageSize = 50;
export const maxPageSize = 3_000;

export const defaultChannelSection = 'General';
/** The category button that stands for every channel; never sent to the server. */
export const allChannelsCategory = 'Todos';

export const storageKeys = { user: 'user', token: 'token', deviceId: 'deviceId' } as const;
/** Local-storage key of the per-item trial flag. */
export const trialStorageKey = (itemId: string): string => `useTrial:${itemId}`;

export const deviceIdLength = 32;
/** What `x-device-id` must look like. */
export const deviceIdPattern = /^[A-Za-z0-9]{32}$/;

export const usernameLength = { min: 3, max: 32 } as const;
export const passwordLength = { min: 8, max: 128 } as const;
export const addressMaxLength = 8_192;
export const imageAddressMaxLength = 2_048;

/** Extensions of the channel list upload. */
export const channelListExtensions = ['.m3u', '.m3u8'] as const;
/** Extensions of «Carga Masiva VOD», and of the upload by sections. */
export const videoListExtensions = ['.m3u', '.m3u8', '.txt'] as const;
export const sectionListExtensions = ['.m3u'] as const;
/** Import errors shown; all are counted. */
export const importErrorsShown = 100;
/** Imports whose report is kept and that can be undone; of older ones only the counts stay. */
export const importReportsKept = 20;
/** Groups of a list that a preview tells apart; those beyond are published as they are read. */
export const importGroupsShown = 1_000;

export const searchMaxLength = 100;
/** Titles that one collection can hold: all of them are sent to whoever opens the screen. */
export const collectionMaxItems = 500;
/** Items of a home row. */
export const rowLength = 15;

/** From this fraction on a film or a chapter counts as watched: what is left are credits. */
export const completedFrom = 0.95;

/** A save below `belowSeconds`, `withinMs` after the opening, does not lower a place past `pastSeconds`. */
export const startUpGuard = { withinMs: 60_000, belowSeconds: 30, pastSeconds: 60 } as const;
