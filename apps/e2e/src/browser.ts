import { chromium, type Browser } from 'playwright-core';

/** The browser for the journeys; `BUTACA_CHROMIUM` names another one. */
const executablePath = process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium';

/** Opens a Chromium with the autoplay policy of ordinary users. The caller closes it. */
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
    // By default Playwright disables the autoplay policy and mutes the sound.
    ignoreDefaultArgs: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
}
