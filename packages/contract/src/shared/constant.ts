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
/** The category button for all channels; its name is never sent to the server. */
export const allChannelsCategory = 'Todos';

export const storageKeys = { user: 'user', token: 'token', deviceId: 'deviceId' } as const;
/** The localStorage key of an item's trial flag. */
export const trialStorageKey = (itemId: string): string => `useTrial:${itemId}`;

export const deviceIdLength = 32;
/** The format of the header `x-device-id`. */
export const deviceIdPattern = /^[A-Za-z0-9]{32}$/;

export const usernameLength = { min: 3, max: 32 } as const;
export const passwordLength = { min: 8, max: 128 } as const;
export const addressMaxLength = 8_192;
export const imageAddressMaxLength = 2_048;

/** File extensions accepted by the upload of a channel list. */
export const channelListExtensions = ['.m3u', '.m3u8'] as const;
/** File extensions accepted by «Carga Masiva VOD», and by the upload by sections. */
export const videoListExtensions = ['.m3u', '.m3u8', '.txt'] as const;
export const sectionListExtensions = ['.m3u'] as const;
/** How many errors of an import are stored; further errors are only counted. */
export const importErrorsShown = 100;
/** How many imports keep their report, which undoing needs; of older imports only the counts are kept. */
export const importReportsKept = 20;
/** How many groups of an M3U list a preview shows; entries of further groups are published as they were read. */
export const importGroupsShown = 1_000;

export const searchMaxLength = 100;
/** The maximum number of titles in a collection: the screen loads all of them at once. */
export const collectionMaxItems = 500;
/** The number of items in a row of the home page. */
export const rowLength = 15;

/** The watched fraction from which a film or chapter counts as watched; the last 5 % are taken for credits. */
export const completedFrom = 0.95;

/**
 * Within `withinMs` of opening a title, a position below `belowSeconds` does not overwrite one beyond `pastSeconds`.
 */
export const startUpGuard = { withinMs: 60_000, belowSeconds: 30, pastSeconds: 60 } as const;
