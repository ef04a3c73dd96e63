import { access } from 'node:fs/promises';
import type { GroupChoice } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { providerOfFile, type ListProvider } from '../../../shared/provider/list-provider.ts';
import { importList, type ImportListNeeds, type StartedImport } from './import-list.ts';
import type { ImportRowOfDetail, ImportsRepository } from './imports.repository.ts';
import { byGroup, keepChanges, type ImportOptions } from './reading/import-options.ts';
import { previewPath } from './spool-upload.ts';

/**
 * Publishes an import that waited as a preview for an administrator: the kept M3U file is read again, with the
 * administrator's choices for the groups of the list.
 *
 * @throws AppError `import.not_found`, `import.not_preview`, `import.file_gone`, `provider.not_found`, `server.unavailable`
 *   when the folder of the lists cannot be read
 */
export async function publishPreview(
  needs: ImportListNeeds,
  id: string,
  choices: readonly GroupChoice[],
  actor: Actor,
): Promise<StartedImport> {
  const { repository, previewDir } = needs;
  const preview = await repository.find(id);
  if (preview === undefined) throw new AppError('import.not_found');
  if (preview.status !== 'preview') throw new AppError('import.not_preview');
  const path = previewPath(previewDir, id);
  if (!(await isThere(path, previewDir))) {
    await repository.fail(id, 'import.file_gone');
    throw new AppError('import.file_gone');
  }
  const provider = await requireProvider(repository, preview);
  const options: ImportOptions = {
    ...preview.options,
    kind: preview.kind,
    choices: new Map([...byGroup(provider.choices), ...keepChanges(choices, preview.groups)]),
  };
  const { size_bytes: sizeBytes, entries } = preview;
  return importList(
    needs,
    { from: 'preview', importId: id, path, sizeBytes, entries, provider, options },
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
  if (preview.provider_id === null || preview.provider_id === ofFile.id) return ofFile;
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
