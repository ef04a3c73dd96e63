/**
 * Options of Playwright's `waitForFunction`, which by default asks at every frame and so makes Chromium draw sixty
 * frames a second for as long as a test waits. With these it asks ten times a second.
 */
export const tenTimesASecond = { polling: 100 } as const;
