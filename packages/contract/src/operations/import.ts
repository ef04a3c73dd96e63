import { z } from 'zod';
import { adminPageSize, importGroupsShown, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { kidsCategory, mainSections, seriesCategories, uploadSections } from '../catalogue/main-section.ts';
import { idSchema, queryNumber, text } from '../shared/text.ts';
import { videoTypes } from '../catalogue/videos.ts';

/**
 * What an import makes of an M3U list: channels, videos of one category, videos of one section, or a kind per group.
 */
export const importKinds = ['channels', 'videos', 'section', 'mixed'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The statuses of an import. `preview`: read and decided; published only when an administrator asks for it. */
export const importStatuses = ['running', 'preview', 'done', 'failed', 'cancelled', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The steps of a running import, in order. */
export const importPhases = ['receiving', 'reading', 'publishing'] as const;
export type ImportPhase = (typeof importPhases)[number];

export const importOutcomes = ['added', 'updated', 'duplicate', 'skipped'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What an import makes of one group of an M3U list: channels, or videos of one kind. */
export const importTypes = ['canal', ...videoTypes] as const;
export type ImportType = (typeof importTypes)[number];

const mainSectionKeys = mainSections.map(({ key }) => key);
const subcategories = [...seriesCategories, kidsCategory];
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `Debe ser uno de: ${values.join(', ')}.` });

/** The reason why an import skipped one entry. `line` counts from 1. */
const importErrorSchema = z.object({ line: z.number(), reason: z.string() });
const errors = z.array(importErrorSchema);

/**
 * The result of a channel import; its four counts add up to the entries of the file. `errors` has the first hundred.
 */
export const channelImportSchema = z.object({
  message: z.string(),
  added: z.number(),
  updated: z.number(),
  duplicates: z.number(),
  skipped: z.number(),
  errors,
});
export type ChannelImport = z.output<typeof channelImportSchema>;

/**
 * The result of a video import. `skipped` includes entries already in the catalogue; `movies` and `series` count titles
 * that were added or changed.
 */
export const videoImportSchema = z.object({
  message: z.string(),
  added: z.number(),
  skipped: z.number(),
  summary: z.object({ totalProcessed: z.number(), movies: z.number(), series: z.number() }),
  errors,
});
export type VideoImport = z.output<typeof videoImportSchema>;

export const sectionImportSchema = z.object({
  added: z.number(),
  duplicates: z.number(),
  message: z.string(),
});
export type SectionImport = z.output<typeof sectionImportSchema>;

const accepted = z.object({ importId: z.string() });
export type AcceptedImport = z.output<typeof accepted>;

const unreadable = [
  'list.invalid',
  'list.html',
  'list.media_playlist',
  'list.empty',
  'list.no_entries',
  'upload.interrupted',
  'import.running',
  'import.cancelled',
  'import.interrupted',
  'resource.conflict',
] as const;

/** An optional form field with fixed values; an empty text counts as not sent. */
const optionalOf = <const T extends readonly string[]>(values: T) =>
  z
    .union([z.literal(''), oneOf(values)], { error: `Debe ser uno de: ${values.join(', ')}.` })
    .optional()
    .transform((value) => (value === '' ? undefined : value));

export const importChannels = defineEndpoint({
  method: 'POST',
  path: '/api/channels/admin/process-m3u',
  access: 'admin',
  summary: 'Imports a channel list: all of it or nothing.',
  input: {},
  file: 'm3uFile',
  accepted,
  output: channelImportSchema,
  errors: ['list.missing', 'list.wrong_extension', ...unreadable],
});

const subcategoria = optionalOf([...subcategories, ...mainSectionKeys]);

/**
 * Whether the subcategory is valid: a film needs a section of films and a series a category; other kinds are not
 * checked.
 */
function isCategoryComplete({
  categoria,
  subcategoria: chosen,
}: {
  categoria?: string | undefined;
  subcategoria?: string | undefined;
}): boolean {
  if (categoria === 'pelicula') return (mainSectionKeys as readonly (string | undefined)[]).includes(chosen);
  if (categoria === 'serie') return (subcategories as readonly (string | undefined)[]).includes(chosen);
  return true;
}
const wrongSubcategory = {
  error: 'Elige una subcategoría de esa categoría.',
  path: ['subcategoria'],
};

/** The fields of «Carga Masiva VOD». @see the specification, section 5 */
export const videoUploadSchema = z
  .object({ categoria: oneOf(videoTypes), subcategoria })
  .refine(isCategoryComplete, wrongSubcategory);
export type VideoUpload = z.output<typeof videoUploadSchema>;

export const importVideos = defineEndpoint({
  method: 'POST',
  path: '/api/videos/upload-text',
  access: 'admin',
  summary: 'Imports films or series of one category: the whole list or nothing.',
  input: {},
  file: 'file',
  form: videoUploadSchema,
  accepted,
  output: videoImportSchema,
  errors: ['list.missing_text', ...unreadable],
});

const sectionKeys = uploadSections.map(({ key }) => key);

export const importSection = defineEndpoint({
  method: 'POST',
  path: '/api/m3u/bulk-upload',
  access: 'admin',
  summary: 'Imports the videos of one section: the whole list or nothing.',
  input: {},
  file: 'file',
  form: z.object({ section: oneOf(sectionKeys) }),
  accepted,
  output: sectionImportSchema,
  errors: ['list.missing_section', 'list.not_m3u', ...unreadable],
});

/**
 * One import in the history of imports. While it runs, its counts are those so far; `error` is a sentence that tells
 * why it failed.
 */
export const importSchema = z.object({
  _id: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  /** The fields of the upload form. */
  options: z.object({
    categoria: z.string().nullable(),
    subcategoria: z.string().nullable(),
    section: z.string().nullable(),
  }),
  status: z.enum(importStatuses),
  phase: z.enum(importPhases).nullable(),
  /** The file size in bytes; 0 while it is unknown. */
  size: z.number(),
  /** The number of bytes received or, in a later `phase`, read. */
  done: z.number(),
  entries: z.number(),
  added: z.number(),
  updated: z.number(),
  duplicates: z.number(),
  skipped: z.number(),
  /** The numbers of films and series that were added or changed. */
  movies: z.number(),
  series: z.number(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Whether the import's report, one row per entry, is still kept. */
  hasReport: z.boolean(),
  canUndo: z.boolean(),
});
export type Import = z.output<typeof importSchema>;

/** A group of an M3U list: its entries, and the kind that was guessed from them or chosen by an administrator. */
export const importGroupSchema = z.object({
  group: z.string(),
  entries: z.number(),
  added: z.number(),
  updated: z.number(),
  duplicates: z.number(),
  /** The kind that most entries of the group seem to be. */
  kind: z.enum(['live', 'movie', 'episode']),
  tipo: z.enum(importTypes),
  /** The section of a group of films. */
  mainSection: z.string().nullable(),
  /** The category of a group of series. */
  subcategoria: z.string().nullable(),
  /** The section of a group of channels. */
  section: z.string().nullable(),
  isIncluded: z.boolean(),
  /** The titles that the first entries of the group will get. */
  samples: z.array(z.string()),
});
export type ImportGroup = z.output<typeof importGroupSchema>;

/** One import with its first errors and, while it is a preview, with its groups. */
export const importDetailSchema = importSchema.extend({
  /** The result of the import in one sentence; `null` until the import has ended. */
  message: z.string().nullable(),
  errors,
  /** The number of all errors of the import; `errors` has the first hundred. */
  errorCount: z.number(),
  groups: z.array(importGroupSchema),
});
export type ImportDetail = z.output<typeof importDetailSchema>;

export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/preview',
  access: 'admin',
  summary: 'Reads a list and says what importing it would do; nothing changes until it is published.',
  input: {},
  file: 'file',
  form: z
    .object({
      kind: oneOf(importKinds),
      /** The category of the videos; required for an import of kind `videos`. */
      categoria: optionalOf(videoTypes),
      subcategoria,
      /** The section of the videos; required for an import of kind `section`. */
      section: optionalOf(sectionKeys),
    })
    .refine(({ kind, categoria }) => kind !== 'videos' || categoria !== undefined, {
      error: 'Elige una categoría.',
      path: ['categoria'],
    })
    .refine(isCategoryComplete, wrongSubcategory)
    .refine(({ kind, section }) => kind !== 'section' || section !== undefined, {
      error: 'Elige una sección.',
      path: ['section'],
    }),
  accepted,
  output: importDetailSchema,
  errors: ['list.missing_text', ...unreadable],
});

const params = z.object({ id: idSchema });

/** An administrator's choice for a group, which replaces what was guessed from its entries. */
export const groupChoiceSchema = z.object({
  group: z.string().max(500),
  isIncluded: z.boolean(),
  tipo: oneOf(importTypes),
  mainSection: oneOf(mainSectionKeys).nullable().optional(),
  subcategoria: oneOf(subcategories).nullable().optional(),
  section: text(0, 100).nullable().optional(),
});
export type GroupChoice = z.output<typeof groupChoiceSchema>;

export const publishImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/publish',
  access: 'admin',
  summary: 'Publishes a preview, with the choices made for its groups.',
  maxBodyBytes: 1_048_576,
  input: {
    params,
    body: z.object({ groups: z.array(groupChoiceSchema).max(importGroupsShown).optional() }),
  },
  accepted,
  output: importDetailSchema,
  errors: ['import.not_found', 'import.not_preview', 'import.file_gone', ...unreadable],
});

export const cancelImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/cancel',
  access: 'admin',
  summary: 'Ends a running import, or a preview, without a change.',
  input: { params },
  output: importDetailSchema,
  errors: ['import.not_found', 'import.finished'],
});

export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/undo',
  access: 'admin',
  summary: 'Takes back what an import did, but for what has been edited or built on since.',
  input: { params },
  output: z.object({
    message: z.string(),
    /** The number of titles or channels that the import had added and the undo deletes. */
    removed: z.number(),
    /** The number of entries whose earlier URL the undo restores. */
    restored: z.number(),
    /** The number of entries that stay, because a person edited them or another import renewed them afterwards. */
    kept: z.number(),
  }),
  errors: ['import.not_found', 'import.not_undoable', 'import.running', 'resource.conflict'],
});

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports',
  access: 'admin',
  summary: 'Past and running imports, newest first.',
  input: {
    query: z.object({
      page: queryNumber(1, 20_000, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
    }),
  },
  output: z.object({
    imports: z.array(importSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports/:id',
  access: 'admin',
  summary: 'One import with its errors and groups.',
  input: { params },
  output: importDetailSchema,
  errors: ['import.not_found'],
});

/** One row of an import's report: the outcome of one entry. */
export const importRowSchema = z.object({
  line: z.number(),
  /** The title as the M3U list writes it. */
  title: z.string(),
  group: z.string(),
  outcome: z.enum(importOutcomes),
  /** The reason for the outcome; `null` where the outcome needs no reason. */
  reason: z.string().nullable(),
  /** The video or channel that the import created from the entry, or to which the entry belongs. */
  target: z.object({ kind: z.enum(['channel', 'video']), _id: z.string(), name: z.string() }).nullable(),
});
export type ImportRow = z.output<typeof importRowSchema>;

export const listImportRows = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/rows',
  access: 'admin',
  summary: 'The report of an import, in the order of its file.',
  input: {
    params,
    query: z.object({
      page: queryNumber(1, 100_000, 1),
      limit: queryNumber(1, 500, adminPageSize),
      outcome: oneOf(importOutcomes).optional(),
    }),
  },
  output: z.object({
    rows: z.array(importRowSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
  errors: ['import.not_found'],
});

export const downloadImportReport = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/report.csv',
  access: 'admin',
  summary: 'The same report as a table for spreadsheets; no cell is taken for a formula.',
  input: { params },
  flow: 'csv',
  output: z.string(),
  errors: ['import.not_found'],
});

export const watchImport = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/events',
  access: 'admin',
  summary: 'The progress of an import, an event at each change, until it has ended.',
  input: { params },
  flow: 'events',
  output: importSchema,
  errors: ['import.not_found'],
});
