import Bowser from 'bowser';

/** Names of the system or the kind of device, as people say them. */
const systems: Readonly<Record<string, string>> = {
  macOS: 'Mac',
  iOS: 'iPhone o iPad',
  'Chrome OS': 'Chromebook',
};

/**
 * What people call a device: «Chrome en Windows».
 *
 * @param userAgent - as the device sends it; whatever it is, there is a name
 */
export function deviceName(userAgent: string): string {
  if (userAgent.trim() === '') return 'Dispositivo';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const place =
    platform.type === 'tv' ? 'televisor' : os.name === undefined ? undefined : (systems[os.name] ?? os.name);
  if (browser.name === undefined || browser.name === '') return place ?? 'Dispositivo';
  return place === undefined ? browser.name : `${browser.name} en ${place}`;
}
