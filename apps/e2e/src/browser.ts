import { chromium, type Browser } from 'playwright-core';

/** The browser for the journeys; `BUTACA_CHROMIUM` names another one. */
const executablePath = process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Features that the browser does without. Chromium opens a window for each context and loads two pages of its own for the address
 * bar's menu into that window, which takes more processor time than most pages of the product. A second `--disable-features` replaces
 * Playwright's, so the ones of Playwright's list that matter to a page of this machine are repeated.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

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
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
    // By default Playwright disables the autoplay policy and mutes the sound.
    ignoreDefaultArgs: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
}

let launched: Promise<Browser> | undefined;

/**
 * The browser of this worker, which all of its files use one after the other; each test has a context of its own. Playwright ends
 * the browser together with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}
