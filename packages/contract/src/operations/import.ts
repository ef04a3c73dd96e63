import { z } from 'zod';
import { adminPageSize, importGroupsShown, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { kidsCategory, mainSections, seriesCategories, uploadSections } from '../catalogue/main-section.ts';
import { idSchema, queryFlag, queryNumber, text } from '../shared/text.ts';
import { videoTypes } from '../catalogue/videos.ts';
import { isPlanKey, planKeys, readPlans, type PlanKey } from '../people/plan.ts';

/**
 * What an import makes of an M3U file. `channels`: live channels · `videos`: videos of one category · `section`: videos
 * of one section · `mixed`: each group (`group-title`) of the file becomes channels or videos of its own kind.
 */
export const importKinds = ['channels', 'videos', 'section', 'mixed'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * The statuses of an import of an M3U file. `preview`: the file was read, and the import waits for an administrator to
 * publish its entries to the catalogue.
 */
export const importStatuses = ['running', 'preview', 'done', 'failed', 'cancelled', 'undone'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/**
 * The steps of a running import of an M3U file, in order. `waiting`: it has been read, and waits until other imports have
 * written into the catalogue, which one does at a time.
 */
export const importPhases = ['receiving', 'reading', 'waiting', 'publishing'] as const;
export type ImportPhase = (typeof importPhases)[number];

export const importOutcomes = ['added', 'updated', 'duplicate', 'skipped'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What an import makes of one group (`group-title`) of an M3U file: channels (`canal`), or videos of one kind. */
export const importTypes = ['canal', ...videoTypes] as const;
export type ImportType = (typeof importTypes)[number];

const mainSectionKeys = mainSections.map(({ key }) => key);
const subcategories = [...seriesCategories, kidsCategory];
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `Debe ser uno de: ${values.join(', ')}.` });

/** Why an import skipped one entry of an M3U file. `line` is its line number, counted from 1. */
const importErrorSchema = z.object({ line: z.number(), reason: z.string() });
const errors = z.array(importErrorSchema);

/**
 * The result of an import of channels. Its four counts add up to the number of entries of the M3U file; `errors` has
 * the first hundred skipped entries.
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
 * The result of an import of videos from an M3U file. `skipped` includes entries that the catalogue already has;
 * `movies` and `series` count the titles that were added or changed.
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
  'list.packed_unreadable',
  'list.packed_too_large',
  'list.packed_twice',
  'list.packed_other',
  'list.packed_without_list',
  'list.damaged',
  'list.too_deep',
  'list.receiver_only',
  'list.empty',
  'list.no_entries',
  'upload.interrupted',
  'import.running',
  'import.cancelled',
  'import.interrupted',
  'resource.conflict',
] as const;

/**
 * Makes the schema of an optional field of an upload form that accepts only the given values; an empty text counts as
 * not sent.
 */
const optionalOf = <const T extends readonly string[]>(values: T) =>
  z
    .union([z.literal(''), oneOf(values)], { error: `Debe ser uno de: ${values.join(', ')}.` })
    .optional()
    .transform((value) => (value === '' ? undefined : value));

/**
 * The field of an upload form that says which plans open what the import brings: plan keys with commas between them. An
 * empty text counts as not sent; then the rules of the sections decide.
 */
const plansOfForm = z
  .string()
  .optional()
  .transform((value, context): PlanKey[] | undefined => {
    const names = (value ?? '').split(',').filter(Boolean);
    if (names.every(isPlanKey)) return names.length === 0 ? undefined : readPlans(names);
    context.addIssue({ code: 'custom', message: `Debe ser una lista de: ${planKeys.join(', ')}.` });
    return z.NEVER;
  });

export const importChannels = defineEndpoint({
  method: 'POST',
  path: '/api/channels/admin/process-m3u',
  access: 'admin',
  summary: 'Imports a channel list: all of it or nothing.',
  input: {},
  file: 'm3uFile',
  form: z.object({ plans: plansOfForm }),
  accepted,
  output: channelImportSchema,
  errors: ['list.missing', 'list.wrong_extension', ...unreadable],
});

const subcategoria = optionalOf([...subcategories, ...mainSectionKeys]);

/**
 * Whether an upload form's `subcategoria` fits its `categoria`: a film needs a film section and a series a series
 * category; for other kinds any value is accepted.
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

/** The form fields of the upload screen «Carga Masiva VOD», beside the M3U file. @see docs/requisitos.md, R5.14 */
export const videoUploadSchema = z
  .object({ categoria: oneOf(videoTypes), subcategoria, plans: plansOfForm })
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
  form: z.object({ section: oneOf(sectionKeys), plans: plansOfForm }),
  accepted,
  output: sectionImportSchema,
  errors: ['list.missing_section', 'list.not_m3u', ...unreadable],
});

/**
 * One import of an M3U file, as the import history lists it. While the import runs, its counts are those so far;
 * `error` says in a sentence why a failed import failed.
 */
export const importSchema = z.object({
  _id: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  /** The values that the administrator chose in the form that uploaded the M3U file. */
  options: z.object({
    categoria: z.string().nullable(),
    subcategoria: z.string().nullable(),
    section: z.string().nullable(),
    /** The plans that open what the import brings; `null` where the rules of the sections decide. */
    plans: z.array(z.enum(planKeys)).nullable(),
  }),
  status: z.enum(importStatuses),
  phase: z.enum(importPhases).nullable(),
  /** The size of the M3U file in bytes; 0 while it is unknown. */
  size: z.number(),
  /** The number of bytes of the M3U file that were received or, in a later `phase`, read. */
  done: z.number(),
  entries: z.number(),
  added: z.number(),
  updated: z.number(),
  duplicates: z.number(),
  skipped: z.number(),
  /** How many films and how many series an import of an M3U file added or changed. */
  movies: z.number(),
  series: z.number(),
  /** How many channels an import of an M3U file added or gave a source. */
  channels: z.number(),
  /** How many of the updated entries became a further source of a channel that an earlier entry of the file added. */
  otherSources: z.number(),
  /** How many of the updated entries became a further version of a film or chapter. */
  otherVersions: z.number(),
  /**
   * How the entries of the file become what the import adds, in one Spanish sentence: «77 entradas: 73 canales; 4 son
   * otra fuente de un canal de la misma lista.» `null` without a result, and for imports from before these were counted.
   */
  explanation: z.string().nullable(),
  /** How many entries of a preview get a kind that the server is not sure of; 0 for every other import. */
  doubtful: z.number(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /**
   * Whether the import's report (one row per entry of the M3U file) is still stored; only the newest imports keep
   * theirs.
   */
  hasReport: z.boolean(),
  canUndo: z.boolean(),
});
export type Import = z.output<typeof importSchema>;

/**
 * A group (`group-title`) of an M3U file in an import's preview: its entry counts, and what its entries will become,
 * guessed by the server or chosen by an administrator.
 */
export const importGroupSchema = z.object({
  group: z.string(),
  entries: z.number(),
  added: z.number(),
  updated: z.number(),
  duplicates: z.number(),
  /** How many of its entries get a kind that the server is not sure of. */
  doubtful: z.number(),
  /** What most entries of this group of the M3U file seem to be: live channels, films or episodes. */
  kind: z.enum(['live', 'movie', 'episode']),
  tipo: z.enum(importTypes),
  /** The film section, such as `CINE_4K`, into which the entries of this M3U group are imported if they are films. */
  mainSection: z.string().nullable(),
  /**
   * The series category, such as `Netflix`, into which the entries of this M3U group are imported if they are series.
   */
  subcategoria: z.string().nullable(),
  /** The channel section into which the entries of this M3U group are imported if they are channels. */
  section: z.string().nullable(),
  isIncluded: z.boolean(),
  /** Whether its name, or most of its entries, say that the group is for adults. */
  isAdult: z.boolean(),
  /** Examples for an administrator: the titles that the first entries of this M3U group will have in the catalogue. */
  samples: z.array(z.string()),
});
export type ImportGroup = z.output<typeof importGroupSchema>;

/**
 * Which plans open the titles and channels of a finished import that are still in the catalogue. `items` counts them;
 * `plans` has for each plan how many of them it opens.
 */
export const importAccessSchema = z.object({
  items: z.number(),
  plans: z.array(z.object({ key: z.enum(planKeys), open: z.number() })),
  /**
   * How many of them «Abrir a todos los planes» would open: those that some plan does not open because of the rule of
   * their section. Those for which somebody chose plans in the editor are not counted.
   */
  openable: z.number(),
  /** How many of them got their plans from the import or from that button, and closing would close again. */
  opened: z.number(),
});
export type ImportAccess = z.output<typeof importAccessSchema>;

/** One import of an M3U file with its first errors. While it waits as a preview, it also has the groups of the file. */
export const importDetailSchema = importSchema.extend({
  /** What an import of an M3U file did, in one sentence; `null` until the import has ended. */
  message: z.string().nullable(),
  errors,
  /** How many entries of the M3U file the import skipped in all; `errors` lists only the first hundred of them. */
  errorCount: z.number(),
  groups: z.array(importGroupSchema),
  /** Who may open what was imported; `null` unless the import is finished and keeps its report. */
  access: importAccessSchema.nullable(),
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
      /**
       * The kind of video (`pelicula`, `serie`, …) that all entries of the M3U file become; required for an import of
       * kind `videos`.
       */
      categoria: optionalOf(videoTypes),
      subcategoria,
      /**
       * The upload section, such as `series_kids`, that all entries of the M3U file belong to; required for an import
       * of kind `section`.
       */
      section: optionalOf(sectionKeys),
      plans: plansOfForm,
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

/**
 * An administrator's choice for one group (`group-title`) of a previewed M3U file: what its entries become. It replaces
 * what the server guessed from the entries.
 */
export const groupChoiceSchema = z.object({
  group: z.string().max(500),
  isIncluded: z.boolean(),
  /** Absent for a choice that only leaves the group out or takes it in again: each entry then keeps its own kind. */
  tipo: oneOf(importTypes).optional(),
  mainSection: oneOf(mainSectionKeys).nullable().optional(),
  subcategoria: oneOf(subcategories).nullable().optional(),
  section: text(0, 100).nullable().optional(),
});
export type GroupChoice = z.output<typeof groupChoiceSchema>;

/** How many entries one call may choose a kind for. */
export const entryChoicesAtOnce = 1_000;
/** How many entries of one preview may have a kind that somebody chose. */
export const entryChoicesKept = 5_000;

/** How many forms of names one provider may have a remembered kind for. */
export const nameRulesKept = 100;

/** An administrator's choice for one entry of a previewed M3U file: what it becomes. */
export const entryChoiceSchema = z.object({
  /** The position of the entry in the file, from 1, as its row says it. */
  position: z
    .int({ error: 'Debe ser un número entero.' })
    .min(1, { error: 'Debe ser al menos 1.' })
    .max(2_147_483_647, { error: 'Es demasiado grande.' }),
  /** `null` takes the choice back: the server decides again. */
  tipo: oneOf(importTypes).nullable(),
  /**
   * Whether the choice holds for all entries of the same form, and is remembered for the provider when the preview is
   * published. With `tipo` `null` the rule of that form is removed.
   */
  isForAlike: z.boolean({ error: 'Debe ser true o false.' }).optional(),
});
export type EntryChoice = z.output<typeof entryChoiceSchema>;

const entryChoices = z
  .array(entryChoiceSchema)
  .max(entryChoicesAtOnce, { error: `Admite como máximo ${entryChoicesAtOnce} entradas a la vez.` });

/** The plans that open what the import brings; `null`: the rules of the sections decide; absent: as in its preview. */
const plansOfPreview = z
  .array(oneOf(planKeys))
  .min(1, { error: 'Elige al menos un plan.' })
  .max(planKeys.length, { error: 'Cada plan debe aparecer una sola vez.' })
  .transform(readPlans)
  .nullable()
  .optional();

/** What an administrator decides on a preview, when it is read again and when it is published. */
const previewDecision = z.object({
  groups: z.array(groupChoiceSchema).max(importGroupsShown).optional(),
  plans: plansOfPreview,
  entries: entryChoices.optional(),
});

const previewErrors = [
  'import.not_found',
  'import.not_preview',
  'import.file_gone',
  'import.too_many_choices',
  'import.too_many_rules',
  'import.nothing_alike',
  'provider.not_found',
  ...unreadable,
] as const;

export const chooseInPreview = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/imports/:id/choices',
  access: 'admin',
  summary:
    'Adds choices for groups and entries to a preview and reads its list again with all of them. It is still a preview, and the same call again changes nothing.',
  maxBodyBytes: 1_048_576,
  input: { params, body: previewDecision },
  accepted,
  output: importDetailSchema,
  errors: previewErrors,
});

export const publishImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/publish',
  access: 'admin',
  summary: 'Publishes a preview, with the choices made for its groups and entries.',
  maxBodyBytes: 1_048_576,
  input: { params, body: previewDecision },
  accepted,
  output: importDetailSchema,
  errors: previewErrors,
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
    /** How many titles or channels the undo deletes, because the undone import had added them. */
    removed: z.number(),
    /** How many channels, films and chapters get back the stream URL that they had before the undone import. */
    restored: z.number(),
    /**
     * How many imported titles or channels the undo leaves as they are, because a person edited them or a later import
     * renewed them.
     */
    kept: z.number(),
  }),
  errors: ['import.not_found', 'import.not_undoable', 'import.running', 'resource.conflict'],
});

const openingSchema = z.object({
  message: z.string(),
  /** How many titles and channels got other plans. */
  changed: z.number(),
});

export const openImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/open',
  access: 'admin',
  summary:
    'Opens to all plans what an import brought, but for titles and channels whose plans somebody chose in the editor.',
  input: { params },
  output: openingSchema,
  errors: ['import.not_found', 'import.not_openable', 'import.running', 'resource.conflict'],
});

export const closeImport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/close',
  access: 'admin',
  summary: 'Takes the opening of an import back: the rules of the sections decide again.',
  input: { params },
  output: openingSchema,
  errors: ['import.not_found', 'import.not_openable', 'import.running', 'resource.conflict'],
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

/** One row of an import's report: what became of one entry of the M3U file. */
export const importRowSchema = z.object({
  /** The position of this entry in the M3U file, from 1. */
  position: z.number(),
  line: z.number(),
  /** The title of this entry, exactly as the M3U file has it. */
  title: z.string(),
  group: z.string(),
  outcome: z.enum(importOutcomes),
  /** Why this entry of the M3U file was added, updated or skipped; `null` where this needs no reason. */
  reason: z.string().nullable(),
  /**
   * The video or channel of the catalogue that the import created from this entry of the M3U file, or to which it added
   * the entry.
   */
  target: z.object({ kind: z.enum(['channel', 'video']), _id: z.string(), name: z.string() }).nullable(),
  /**
   * What the entry's name and group say besides; `null` for skipped entries, and in reports of earlier versions. Only a preview
   * says what was chosen, what is doubtful, and of which form a name is.
   */
  reading: z
    .object({
      tipo: z.enum(importTypes),
      /** Whether an administrator chose `tipo` for this entry. */
      isChosen: z.boolean(),
      /** Why the server is not sure of `tipo`, in a Spanish sentence; `null` where it is. */
      doubt: z.string().nullable(),
      /** What the name says: languages as the reader of names writes them (`es-419`, `dual`, …), and the rest. */
      languages: z.array(z.string()),
      quality: z.string().nullable(),
      /** Two letters in lower case (ISO 3166-1 alpha-2). */
      country: z.string().nullable(),
      edition: z.string().nullable(),
      isAdult: z.boolean(),
      /**
       * The form of its name and address, such as «… (año)», which entries that are alike share; `null` for names that are
       * alike to nothing in particular.
       */
      form: z.string().nullable(),
    })
    .nullable(),
});
export type ImportRow = z.output<typeof importRowSchema>;

export const listImportRows = defineEndpoint({
  method: 'GET',
  path: '/api/admin/imports/:id/rows',
  access: 'admin',
  summary: 'The report of an import, in the order of its file; of a preview, the doubtful entries first.',
  input: {
    params,
    query: z.object({
      page: queryNumber(1, 100_000, 1),
      limit: queryNumber(1, 500, adminPageSize),
      outcome: oneOf(importOutcomes).optional(),
      /** Whether only doubtful entries are listed. */
      doubtful: queryFlag,
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
