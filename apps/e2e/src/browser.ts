import { chromium, type Browser } from 'playwright-core';

/** The browser of the journeys; `BUTACA_CHROMIUM` names another one. */
const executablePath = process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium';

/** Opens a Chromium with the autoplay rule that people have. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
    // Playwright's own default lets everything play with sound at once.
    ignoreDefaultArgs: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
}
