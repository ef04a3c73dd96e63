import { chromium, type Browser } from 'playwright-core';

/** The path of the Chromium that runs the end-to-end tests; `BUTACA_CHROMIUM` names another executable. */
const executablePath = process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Browser features that are disabled in the end-to-end tests. For each browser context Chromium opens a window and
 * loads two internal pages for the address bar's menu into it, which takes more processor time than most pages of the
 * product; it also keeps a spare renderer process ready for the next page. Chromium obeys only the last
 * `--disable-features`, so this one replaces Playwright's; those entries of Playwright's list that matter for pages on
 * 127.0.0.1 are repeated in this list.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
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

/** Opens a Chromium with the autoplay policy that ordinary users have. The caller closes it. */
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
    // By default Playwright disables the autoplay policy and mutes the sound. These options are removed, because the
    // tests check when the browser of an ordinary user refuses sound.
    ignoreDefaultArgs: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
}

let launched: Promise<Browser> | undefined;

/**
 * The browser of this test worker (Vitest process), which all of its test files use one after the other; each test has
 * its own browser context. Playwright ends the browser together with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}
