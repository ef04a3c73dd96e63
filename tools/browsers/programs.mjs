import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isInstalled } from '../shells.mjs';

/** The Debian packages that the journeys in other browsers need, and the programs that stand for them. */
const programs = { 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb', 'firefox-esr': 'firefox-esr' };
/** The Debian packages without which WebKitGTK plays neither MP4 nor H.264, and the plugins that stand for them. */
const plugins = {
  'gstreamer1.0-plugins-good': 'libgstisomp4.so',
  'gstreamer1.0-plugins-bad': 'libgstvideoparsersbad.so',
  'gstreamer1.0-libav': 'libgstlibav.so',
};

/** The Debian packages of other browsers that are not on this machine. @returns {string[]} */
export function findMissingBrowsers() {
  const missing = Object.entries(programs).filter(([, program]) => !isInstalled(program));
  const missingPlugins = Object.entries(plugins).filter(([, plugin]) => !hasPlugin(plugin));
  return [...missing, ...missingPlugins].map(([debianPackage]) => debianPackage);
}

/** Whether GStreamer has a plugin, in one of the folders that Debian has for each kind of processor. @param {string} plugin */
function hasPlugin(plugin) {
  if (!existsSync('/usr/lib')) return false;
  return readdirSync('/usr/lib').some((folder) =>
    existsSync(path.join('/usr/lib', folder, 'gstreamer-1.0', plugin)),
  );
}
