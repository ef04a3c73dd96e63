import type { DeviceType } from '@butaca/contract';
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

const types: Readonly<Record<string, DeviceType>> = { mobile: 'mobile', tablet: 'tablet', tv: 'tv' };

/** What kind of device sends a user agent; whatever it is, there is one. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (userAgent.trim() === '') return 'pc';
  return types[Bowser.parse(userAgent).platform.type ?? ''] ?? 'pc';
}

/** What people call the browser of a user agent, `null` where it names none. */
export function browserOf(userAgent: string): string | null {
  if (userAgent.trim() === '') return null;
  const name = Bowser.parse(userAgent).browser.name ?? '';
  if (name === '') return null;
  return name === 'Microsoft Edge' ? 'Edge' : name;
}
