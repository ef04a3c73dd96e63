import type { DeviceType } from '@butaca/contract';
import Bowser from 'bowser';

/** Everyday names of devices, by the name of their operating system. */
const systems: Readonly<Record<string, string>> = {
  macOS: 'Mac',
  iOS: 'iPhone o iPad',
  'Chrome OS': 'Chromebook',
};

/**
 * Returns a readable name of a device, such as «Chrome en Windows»; unknown user agents get a name too.
 *
 * @param userAgent - as the device sent it; may be empty or invalid
 */
export function deviceName(userAgent: string): string {
  if (userAgent.trim() === '') return 'Dispositivo';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system =
    platform.type === 'tv' ? 'televisor' : os.name === undefined ? undefined : (systems[os.name] ?? os.name);
  if (browser.name === undefined || browser.name === '') return system ?? 'Dispositivo';
  return system === undefined ? browser.name : `${browser.name} en ${system}`;
}

const types: Readonly<Record<string, DeviceType>> = { mobile: 'mobile', tablet: 'tablet', tv: 'tv' };

/** Returns the type of device (`pc`, …) that a user agent names; `pc` for an unknown user agent. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (userAgent.trim() === '') return 'pc';
  return types[Bowser.parse(userAgent).platform.type ?? ''] ?? 'pc';
}

/** Returns the name of the browser that a user agent names, `null` when it names none. */
export function browserOf(userAgent: string): string | null {
  if (userAgent.trim() === '') return null;
  const name = Bowser.parse(userAgent).browser.name ?? '';
  if (name === '') return null;
  return name === 'Microsoft Edge' ? 'Edge' : name;
}
