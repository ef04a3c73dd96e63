/** Limits, waiting times and page sizes that server and web client share. @see docs/requisitos.md, section 9 */

export const headerScrollThresholdPx = 10;
export const requestTimeoutMs = 300_000;
export const uploadTimeoutMs = 600_000;
/** What a person reads while the server refuses calls because it has too much to do. */
export const busySentence = 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.';
export const registerRedirectMs = 2_000;
export const messageDismissMs = 5_000;
export const searchDebounceMs = 500;
export const seekStepSeconds = 10;

export const defaultPageSize = 20;
export const adminPageSize = 50;
export const maxPageSize = 3_000;

export const defaultChannelSection = 'General';
/**
 * The name of the button on the screen «TV en Vivo» that shows channels of all categories; the name is never sent to
 * the server.
 */
export const allChannelsCategory = 'Todos';

export const storageKeys = { user: 'user', token: 'token', deviceId: 'deviceId' } as const;
/**
 * The localStorage key that remembers for one video or channel that the person watches it on the free trial (some
 * minutes a day although their plan does not open it).
 */
export const trialStorageKey = (itemId: string): string => `useTrial:${itemId}`;

export const deviceIdLength = 32;
/** The format of the header `x-device-id`, by which a client names its browser or app. */
export const deviceIdPattern = /^[A-Za-z0-9]{32}$/;

export const usernameLength = { min: 3, max: 64 } as const;
export const passwordLength = { min: 8, max: 128 } as const;
export const addressMaxLength = 8_192;
export const imageAddressMaxLength = 2_048;

/** How many skipped entries of one M3U import are stored with their reasons; further ones are only counted. */
export const importErrorsShown = 100;
/**
 * How many M3U imports keep their report of every entry, without which an import cannot be undone; of older imports
 * only the counts are kept.
 */
export const importReportsKept = 20;
/**
 * How many groups (`group-title`) of an M3U file the preview of an import shows; an administrator cannot change what
 * the entries of further groups become.
 */
export const importGroupsShown = 1_000;

export const searchMaxLength = 100;
/**
 * The maximum number of titles in a collection (a named list of videos): the screen of a collection loads all of them
 * at once.
 */
export const collectionMaxItems = 500;
/** The number of titles in a row of the home page. */
export const rowLength = 15;

/**
 * The watched fraction from which a film or chapter counts as watched to its end; the last 5 % are assumed to be
 * credits.
 */
export const completedFrom = 0.95;

/**
 * Protects a stored playback position from the positions near 0 that a player reports just after a title was opened:
 * for `withinMs`, a new position below `belowSeconds` does not replace a stored one beyond `pastSeconds`.
 */
export const startUpGuard = { withinMs: 60_000, belowSeconds: 30, pastSeconds: 60 } as const;

/**
 * How many requests a day are sent to a provider at most while nobody has asked for them: `byItself`, one an hour, and
 * `ahead` where reading ahead is switched on.
 */
export const backgroundRequestsMost = { byItself: 24, ahead: 2_000 } as const;

/** The most conversions of a kind that may be allowed at once on one server: a number above it is a slip. */
export const mostConversionsAtOnce = 500;

/** The most programmes of which an account is reminded at the same time. */
export const remindersMost = 100;

/** What a device can get notices of while the page is closed; each kind is off until a person asks for it there. */
export const pushKinds = ['reminders'] as const;
export type PushKind = (typeof pushKinds)[number];

/** On how many devices an account gets notices at most. */
export const pushDevicesMost = 20;

/** The most channels, and hours, of which one answer has the programmes. */
export const guideChannelsMost = 60;
/** For how many days programmes that are over are kept at most, where the channel has an archive. */
export const guidePastDaysMost = 30;
export const guideWindowHoursMost = 6;
