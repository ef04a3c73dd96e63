import { chromium, type Browser } from 'playwright-core';

/** The Chromium of the end-to-end tests; `BUTACA_CHROMIUM` names another executable. */
const executablePath = process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Browser features that are disabled. Chromium opens a window for each browser context and loads two internal pages for
 * the address bar's menu into that window, which takes more processor time than most pages of the product. A second
 * `--disable-features` replaces Playwright's, so the entries of Playwright's option that affect local pages are
 * repeated here.
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
    // By default Playwright disables the autoplay policy and mutes the sound; both defaults are removed.
    ignoreDefaultArgs: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
}

let launched: Promise<Browser> | undefined;

/**
 * The browser of this test worker, which all of the worker's files use one after the other; each test has its own
 * browser context. Playwright ends the browser together with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}
