import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncoderKind } from '@butaca/contract';

/**
 * Lists the sets of device files of which each may be a hardware encoder, the one to try first in front; an empty set where an
 * encoder is opened without a device file.
 */
export type ListDevices = (kind: EncoderKind) => Promise<readonly (readonly string[])[]>;

/** The hardware encoders that an operating system may have. */
export const systemEncoders: Readonly<Partial<Record<NodeJS.Platform, readonly EncoderKind[]>>> = {
  linux: ['vaapi', 'qsv', 'nvenc', 'v4l2m2m'],
  darwin: ['videotoolbox'],
  win32: ['qsv', 'nvenc'],
};

/** A machine with more cards than this has no use for the next one here. */
const mostDevices = 16;

/** Where Linux has the device files of encoders. */
const places: Readonly<Partial<Record<EncoderKind, { folder: string; form: RegExp }>>> = {
  vaapi: { folder: '/dev/dri', form: /^renderD\d{1,4}$/ },
  qsv: { folder: '/dev/dri', form: /^renderD\d{1,4}$/ },
  nvenc: { folder: '/dev', form: /^nvidia(?:\d{1,4}|ctl|-uvm|-uvm-tools|-modeset)$/ },
  v4l2m2m: { folder: '/dev', form: /^video\d{1,4}$/ },
};

/** Lists the devices of this machine. */
export const listSystemDevices: ListDevices = async (kind) => {
  if (process.platform !== 'linux') return [[]];
  const place = places[kind];
  if (place === undefined) return [];
  const names = await readdir(place.folder).catch(() => []);
  const files = names.filter((name) => place.form.test(name)).toSorted(inNumberOrder);
  const paths = files.map((name) => join(place.folder, name)).slice(0, mostDevices);
  // NVIDIA's library opens several files of one card, and chooses the card itself.
  if (kind === 'nvenc') return paths.some((path) => /\d$/.test(path)) ? [paths] : [];
  return paths.map((path) => [path]);
};

const inNumberOrder = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });

/** Whether the user of this process may read and write all files of a set of devices. */
export async function canOpen(devices: readonly string[]): Promise<boolean> {
  const tries = devices.map((device) => access(device, constants.R_OK | constants.W_OK));
  return (await Promise.allSettled(tries)).every(({ status }) => status === 'fulfilled');
}
