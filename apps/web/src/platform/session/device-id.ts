import { deviceIdLength, deviceIdPattern, storageKeys } from '@butaca/contract';
import { readItem, removeItem, writeItem } from './session-storage.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The id of this device in memory, used if localStorage fails. */
let unstored: string | undefined;

/** The id of this device in localStorage; `undefined` for visitors and after a logout, which removes the id. */
export function knownDeviceId(): string | undefined {
  const stored = readItem(storageKeys.deviceId) ?? unstored;
  return stored !== undefined && deviceIdPattern.test(stored) ? stored : undefined;
}

/**
 * The id of this device, which the server gets with each call: 32 alphanumerics, generated once and stored in
 * localStorage. If localStorage fails, the id lasts until the page closes.
 */
export function deviceId(): string {
  const stored = readItem(storageKeys.deviceId);
  if (stored !== undefined && deviceIdPattern.test(stored)) return stored;
  const made = unstored ?? newDeviceId();
  writeItem(storageKeys.deviceId, made);
  unstored = readItem(storageKeys.deviceId) === made ? undefined : made;
  return made;
}

/** Removes the id of this device from localStorage and from memory, as a logout does; the next call gets a new one. */
export function forgetDeviceId(): void {
  removeItem(storageKeys.deviceId);
  unstored = undefined;
}

function newDeviceId(): string {
  let id = '';
  while (id.length < deviceIdLength) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // A random byte of 248 or more is skipped: 248 is the largest multiple of 62 (the size of the alphabet) below 256,
    // and larger bytes would make the first letters of the alphabet more likely.
    if (byte < 248) id += alphabet[byte % alphabet.length];
  }
  return id;
}
