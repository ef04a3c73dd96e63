import { deviceIdLength, deviceIdPattern, storageKeys } from '@butaca/contract';
import { readItem, writeItem } from './session-storage.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The device id in memory, used if localStorage fails. */
let unstored: string | undefined;

/** The stored id of this device; `undefined` for visitors and after a logout, which removes it. */
export function knownDeviceId(): string | undefined {
  const stored = readItem(storageKeys.deviceId) ?? unstored;
  return stored !== undefined && deviceIdPattern.test(stored) ? stored : undefined;
}

/**
 * The id of this device: 32 alphanumerics, generated once and stored. If localStorage fails, the id lasts until the
 * page closes.
 */
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
    // 248 is the largest multiple of 62 below 256: using larger bytes would make the first letters more likely.
    if (byte < 248) id += alphabet[byte % alphabet.length];
  }
  return id;
}
