import { deviceIdLength, deviceIdPattern, storageKeys } from '@butaca/contract';
import { readItem, writeItem } from './session-storage.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The device id where the browser stores nothing. */
let unstored: string | undefined;

/** The id of this device, if it has one: a logout removes it, and a visitor gets none. */
export function knownDeviceId(): string | undefined {
  const stored = readItem(storageKeys.deviceId) ?? unstored;
  return stored !== undefined && deviceIdPattern.test(stored) ? stored : undefined;
}

/** The id of this device: 32 alphanumerics, made once and stored. Where storage fails it lasts as long as the page. */
export function deviceId(): string {
  const stored = readItem(storageKeys.deviceId);
  if (stored !== undefined && deviceIdPattern.test(stored)) return stored;
  const made = unstored ?? newDeviceId();
  writeItem(storageKeys.deviceId, made);
  unstored = readItem(storageKeys.deviceId) === made ? undefined : made;
  return made;
}

function newDeviceId(): string {
  let id = '';
  while (id.length < deviceIdLength) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // 248 is the largest multiple of 62 in a byte: larger ones would favour the first letters.
    if (byte < 248) id += alphabet[byte % alphabet.length];
  }
  return id;
}
