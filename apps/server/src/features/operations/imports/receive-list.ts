import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Actor } from '@butaca/db';
import { providerOfFile, type ListProvider } from '../../../shared/provider/list-provider.ts';
import type { ImportHolder } from './hold-import.ts';
import { importFile, type ImportFileNeeds, type ImportMode } from './import-file.ts';
import { byGroup, type ImportOptions } from './reading/import-options.ts';
import type { Running } from './running-import.ts';
import { previewPath, spoolUpload } from './spool-upload.ts';

/** An M3U list that arrives for an import: an upload, or the list at the address of a provider. */
export interface ArrivingList {
  kind: ImportOptions['kind'];
  fileName: string;
  /** The provider of the list; an upload belongs to the provider of files of its name. */
  provider?: ListProvider;
  /** Begins to receive the list, once no other import runs. */
  open(signal: AbortSignal): Promise<Readable>;
  expectedBytes: number;
  isTruncated(): boolean;
  /** Reads the text fields of the upload form, which are complete once `stream` (the uploaded file) has ended. */
  readOptions(): Promise<ImportOptions>;
  mode: ImportMode;
}

/**
 * An import of an M3U list that continues in the background. `ended` is rejected with the error that stops the import.
 */
export interface StartedImport {
  importId: string;
  ended: Promise<void>;
}

/**
 * Receives an M3U list for an import. @returns once the list is received and its form is valid; the import
 * continues in the background
 */
export async function receiveList(
  needs: ImportFileNeeds & { holder: ImportHolder; uploadDir: string },
  list: ArrivingList,
  actor: Actor,
): Promise<StartedImport> {
  const { repository, holder, uploadDir, previewDir } = needs;
  const session = await holder.begin();
  const id = randomUUID();
  async function work(run: Running, onReceived: () => void): Promise<void> {
    const { progress, abort } = run;
    run.isRefresh = list.mode === 'refresh';
    const stream = await list.open(abort.signal);
    progress.sizeBytes = list.expectedBytes;
    const fileName = list.fileName.slice(0, 255);
    const provider = list.provider ?? providerOfFile(fileName);
    await repository.create({
      id,
      kind: list.kind,
      fileName,
      sizeBytes: list.expectedBytes,
      providerId: provider.id,
      actor,
    });
    const path = await spoolUpload({ stream, isTruncated: list.isTruncated }, uploadDir, {
      signal: abort.signal,
      onBytes(bytes) {
        progress.doneBytes = bytes;
      },
    });
    try {
      progress.sizeBytes = progress.doneBytes;
      const options = { ...(await list.readOptions()), choices: byGroup(provider.choices) };
      await repository.setOptions(id, options);
      onReceived();
      await importFile(needs, run, { path, options, provider, actor, mode: list.mode });
    } catch (error) {
      if (!run.isCommitted) await rm(previewPath(previewDir, id), { force: true, recursive: true });
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }

  return new Promise((resolve, reject) => {
    const ended = holder.hold(id, session, (run) => work(run, () => resolve({ importId: id, ended })));
    // An import that fails before its M3U list was received rejects the request. After that the rejection has no
    // effect: clients that do not wait find the failure in the history of imports.
    ended.catch(reject);
  });
}
