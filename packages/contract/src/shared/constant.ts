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
/** How many errors of an import are kept; all of them are counted. */
export const importErrorsShown = 100;
/** How many imports keep their report, and with it can be undone; of older ones only the counts stay. */
export const importReportsKept = 20;
/** How many groups of a list a preview shows; entries of further groups are published as they are read. */
export const importGroupsShown = 1_000;

export const searchMaxLength = 100;
/** How many titles a collection can hold: the screen receives all of them at once. */
export const collectionMaxItems = 500;
/** Items of a home row. */
export const rowLength = 15;

/** The fraction from which a film or a chapter counts as watched: the rest are credits. */
export const completedFrom = 0.95;

/** Within `withinMs` of opening a title, a save below `belowSeconds` does not overwrite a place beyond `pastSeconds`. */
export const startUpGuard = { withinMs: 60_000, belowSeconds: 30, pastSeconds: 60 } as const;
