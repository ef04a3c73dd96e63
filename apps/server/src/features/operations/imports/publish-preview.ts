import { access } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EntryChoice, GroupChoice, PlanKey } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { providerOfFile, type ListProvider } from '../../../shared/provider/list-provider.ts';
import { importList, type ImportListNeeds, type PreviewSource, type StartedImport } from './import-list.ts';
import type { ImportRowOfDetail, ImportsRepository } from './imports.repository.ts';
import {
  addChoices,
  keepChanges,
  readChoices,
  type FormRules,
  type ImportOptions,
  type KeptChoices,
} from './reading/import-options.ts';
import { previewPath } from './spool-upload.ts';

/** An administrator's choices in a preview: for groups of its list, and for single entries. */
export interface Choices {
  groups: readonly GroupChoice[];
  entries: readonly EntryChoice[];
}

/** What an administrator decides on a preview. */
export interface PreviewDecision {
  choices: Choices;
  /** The plans that open what the import brings; `null`: the rules of the sections; absent: those of the preview. */
  plans?: readonly PlanKey[] | null | undefined;
  actor: Actor;
}

/**
 * Publishes an import that waited as a preview for an administrator: the kept M3U file is read again, with the
 * administrator's choices.
 *
 * @throws AppError `import.not_found`, `import.not_preview`, `import.file_gone`, `import.too_many_choices`,
 *   `provider.not_found`, `server.unavailable` when the folder of the lists cannot be read
 */
export async function publishPreview(
  needs: ImportListNeeds,
  id: string,
  decision: PreviewDecision,
): Promise<StartedImport> {
  const chosen = await choose(needs, id, decision.choices);
  const plans = plansOf(chosen, decision);
  return readAgain(needs, chosen, { mode: 'publish', plans, actor: decision.actor });
}

/**
 * Adds choices to an import that waits as a preview, and reads its kept M3U file again with all of them. The import waits
 * again afterwards; the choices are stored by the transaction that stores what becomes of the entries.
 *
 * @returns `undefined` when the preview has been read with these choices already
 * @throws AppError as {@link publishPreview}
 */
export async function chooseInPreview(
  needs: ImportListNeeds,
  id: string,
  decision: PreviewDecision,
): Promise<StartedImport | undefined> {
  const chosen = await choose(needs, id, decision.choices);
  const plans = plansOf(chosen, decision);
  const isKnown =
    isDeepStrictEqual(
      chosen.keptChoices,
      addChoices(chosen.preview.choices, noChoices, chosen.provider.rules),
    ) && isDeepStrictEqual(plans ?? null, chosen.preview.options.plans ?? null);
  return isKnown ? undefined : readAgain(needs, chosen, { mode: 'preview', plans, actor: decision.actor });
}

/** The plans that open what the import brings; `undefined` where the rules of the sections decide. */
const plansOf = ({ preview }: ChosenPreview, { plans }: PreviewDecision): ImportOptions['plans'] =>
  plans === undefined ? preview.options.plans : (plans ?? undefined);

const noChoices: Choices = { groups: [], entries: [] };

interface ChosenPreview {
  preview: ImportRowOfDetail;
  path: string;
  provider: ListProvider;
  keptChoices: KeptChoices;
}

/** Finds a preview with its file, and adds choices to those that it keeps. */
async function choose(
  { repository, previewDir }: ImportListNeeds,
  id: string,
  { groups, entries }: Choices,
): Promise<ChosenPreview> {
  const preview = await repository.find(id);
  if (preview === undefined) throw new AppError('import.not_found');
  if (preview.status !== 'preview') throw new AppError('import.not_preview');
  const changed = Array.from(keepChanges(groups, preview.groups).values(), (choice) =>
    choice.group === '' ? { ...choice, isRest: true } : choice,
  );
  const rules = await readRules(repository, id, entries);
  const path = previewPath(previewDir, id);
  if (!(await isThere(path, previewDir))) {
    await repository.fail(id, 'import.file_gone');
    throw new AppError('import.file_gone');
  }
  const provider = await requireProvider(repository, preview);
  const keptChoices = addChoices(preview.choices, { groups: changed, entries, rules }, provider.rules);
  return { preview, path, keptChoices, provider };
}

/** Makes rules of the choices that hold for everything alike. @throws AppError `import.nothing_alike` */
async function readRules(
  repository: ImportsRepository,
  id: string,
  entries: readonly EntryChoice[],
): Promise<FormRules> {
  const chosen = entries.filter(({ isForAlike }) => isForAlike === true);
  const forms = await repository.findForms(
    id,
    chosen.map(({ position }) => position),
  );
  return new Map(
    chosen.map(({ position, tipo }) => {
      const form = forms.get(position);
      if (form === undefined) throw new AppError('import.nothing_alike');
      return [form, tipo];
    }),
  );
}

function readAgain(
  needs: ImportListNeeds,
  { preview, path, provider, keptChoices }: ChosenPreview,
  { mode, plans, actor }: { mode: PreviewSource['mode']; plans: ImportOptions['plans']; actor: Actor },
): StartedImport {
  const { id: importId, kind, size_bytes: sizeBytes, entries } = preview;
  const options = { ...preview.options, kind, plans, ...readChoices(provider, keptChoices) };
  return importList(
    needs,
    { from: 'preview', importId, path, sizeBytes, entries, provider, options, mode, keptChoices },
    { actor },
  );
}

/**
 * Returns the provider to which the entries of a preview belong. @throws AppError `provider.not_found` when it was removed
 * since
 */
async function requireProvider(
  repository: ImportsRepository,
  preview: ImportRowOfDetail,
): Promise<ListProvider> {
  const ofFile = providerOfFile(preview.file_name);
  if (preview.provider_id === null || preview.provider_id === ofFile.id)
    return { ...ofFile, rules: await repository.findNameRules(ofFile.id) };
  const provider = await repository.findProvider(preview.provider_id);
  if (provider === undefined) throw new AppError('provider.not_found');
  return provider;
}

/**
 * Whether the list of a preview is in its folder.
 *
 * @throws AppError `server.unavailable` for a folder that does not exist or cannot be read, as when a shared disk is not
 *   mounted: the list may be there again later
 */
async function isThere(path: string, dir: string): Promise<boolean> {
  try {
    await access(dir);
    await access(path);
    return true;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing && 'path' in cause && cause.path === path) return false;
    throw new AppError('server.unavailable', { cause, retryAfterSeconds: 60 });
  }
}
