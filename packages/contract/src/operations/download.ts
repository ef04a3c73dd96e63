import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';

/** The operating systems for which the operator may offer an app. */
export const downloadSystems = ['android', 'ios', 'windows', 'macos', 'linux'] as const;
export type DownloadSystem = (typeof downloadSystems)[number];

/**
 * The kinds of files that the operator may offer, by their extension in lower case, each with the system on which it is
 * installed.
 */
export const downloadKinds = {
  apk: 'android',
  ipa: 'ios',
  msi: 'windows',
  exe: 'windows',
  dmg: 'macos',
  deb: 'linux',
  rpm: 'linux',
  appimage: 'linux',
} as const satisfies Record<string, DownloadSystem>;
export type DownloadKind = keyof typeof downloadKinds;

/**
 * The name of a file that the operator may offer: it begins with a letter or a digit, contains no character that has a
 * meaning in a path or in a header, and ends with the extension of one of `downloadKinds`.
 */
export const downloadNameSchema = z
  .string({ error: 'Debe ser el nombre de un archivo.' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._+~()-]{0,150}\.(?:apk|ipa|msi|exe|dmg|deb|rpm|appimage)$/i, {
    error: 'No es el nombre de una descarga.',
  });

/** The kind of a file that the operator may offer, by its name; `undefined` for a name that is not offered. */
export function downloadKindOf(name: string): DownloadKind | undefined {
  if (!downloadNameSchema.safeParse(name).success) return undefined;
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase() as DownloadKind;
}

/** A file with an app that the operator offers to everybody. */
export const downloadSchema = z.object({
  name: z.string(),
  kind: z.enum(Object.keys(downloadKinds) as [DownloadKind, ...DownloadKind[]]),
  system: z.enum(downloadSystems),
  sizeBytes: z.number(),
  modifiedAt: z.iso.datetime(),
  /** The SHA-256 of the file as 64 hexadecimal digits; `null` while the server computes it. */
  sha256: z.string().nullable(),
});
export type Download = z.output<typeof downloadSchema>;

export const listDownloads = defineEndpoint({
  method: 'GET',
  path: '/api/downloads',
  access: 'anyone',
  summary: 'The apps that the operator offers, by name, a hundred at most.',
  input: {},
  output: z.object({ downloads: z.array(downloadSchema) }),
});

export const getDownload = defineEndpoint({
  method: 'GET',
  path: '/api/downloads/:name',
  access: 'anyone',
  summary: 'The file of an app that the operator offers, as application/octet-stream.',
  input: { params: z.object({ name: downloadNameSchema }) },
  output: z.unknown(),
  errors: ['download.not_found'],
});
