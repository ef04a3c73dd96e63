import type { ImportOutcome, RouteKey, UploadSection } from '@butaca/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { api, startCall } from '../../../platform/api/api.ts';
import { downloadFile } from '../../../platform/api/download.ts';
import { readEvents } from '../../../platform/api/event-stream.ts';
import { startUpload, type UploadCall } from '../../../platform/api/upload.ts';
import type { ChoicesToSend } from './group-choices.ts';
import type { PlansAnswer } from './plans-question.tsx';
import { wait } from '../../../platform/base/clock.ts';

const importsKey = ['admin', 'imports'] as const;

/** The query filter that matches every cached query about imports of lists. */
export const everyImportQuery = { queryKey: importsKey };

const importsPerPage = 25;
const lookAgainMs = 10_000;

/**
 * The query for a page of past and running imports, newest first. It is refetched every ten seconds, because another
 * administrator may start an import.
 */
export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: [...importsKey, 'list', page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/imports', { query: { page: String(page), limit: String(importsPerPage) } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });

/**
 * The query for one import of a list. While the import is a preview (the list was read, but nothing is in the catalogue
 * yet), the answer contains the list's groups.
 */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/admin/imports/:id', { params: { id } }, signal),
    staleTime: 0,
  });

/** Opens what an import brought to all plans. */
export const openImport = (id: string) => api('POST /api/admin/imports/:id/open', { params: { id } });

/** Takes the opening of an import back: the rules of the sections decide again. */
export const closeImport = (id: string) => api('POST /api/admin/imports/:id/close', { params: { id } });

const importRowsPerPage = 50;

/** Which entries a report lists: all, those with an outcome, or the doubtful ones of a preview. */
export type RowFilter = ImportOutcome | 'dudosas' | '';

/** The query for a page of an import's report, which says what became of each entry of the list. */
export const importRowsQuery = (id: string, page: number, filter: RowFilter) =>
  queryOptions({
    queryKey: [...importsKey, 'rows', id, page, filter],
    queryFn: ({ signal }) =>
      api(
        'GET /api/admin/imports/:id/rows',
        {
          params: { id },
          query: {
            page: String(page),
            limit: String(importRowsPerPage),
            ...(filter === 'dudosas' ? { doubtful: 'true' } : filter !== '' && { outcome: filter }),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const reconnectMs = 1_000;

/**
 * Updates the cached import with the events that the server pushes, until the import has ended, then refetches every
 * cached query. A broken connection is reopened.
 */
export async function followImport(queryClient: QueryClient, id: string, signal: AbortSignal): Promise<void> {
  const { queryKey } = importQuery(id);
  while (!signal.aborted) {
    let hasEnded = false;
    try {
      for await (const present of readEvents(
        'GET /api/admin/imports/:id/events',
        { params: { id } },
        signal,
      )) {
        hasEnded = present.status !== 'running';
        // The event that reports the end of the import only ends this loop: the import is refetched below as a whole,
        // with its groups and errors.
        if (hasEnded) break;
        queryClient.setQueryData(queryKey, (known) => known && { ...known, ...present });
      }
    } catch (error) {
      // If the server refuses the stream of the import's events (status 4xx), the page does not reconnect; the refetch
      // below makes the screen show the reason.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        await queryClient.invalidateQueries({ queryKey });
        return;
      }
    }
    if (signal.aborted) return;
    await queryClient.invalidateQueries(hasEnded ? {} : { queryKey });
    await wait(reconnectMs);
  }
}

type FormOf<R extends RouteKey> = NonNullable<UploadCall<R>['form']>;

/**
 * The chosen file of an upload form, the plans that open what it brings, the function that receives the upload's
 * progress in percent, and the signal that cancels the upload.
 */
interface ListUpload {
  file: File;
  plans: PlansAnswer;
  onPercent: (percent: number) => void;
  signal: AbortSignal;
}

/** The plans as the text field of an upload form. */
const plansField = (plans: PlansAnswer): string => plans?.join(',') ?? '';

/** Uploads a list of channels and starts to write it to the catalogue. */
export const uploadChannelList = ({ onPercent, plans, ...upload }: ListUpload) =>
  startUpload(
    'POST /api/channels/admin/process-m3u',
    { field: 'm3uFile', form: { plans: plansField(plans) }, ...upload },
    onPercent,
  );

/** Uploads an M3U list for one section of the catalogue, such as animes; the server then imports it in the background. */
export const uploadVideoList = (
  form: FormOf<'POST /api/videos/upload-text'>,
  { onPercent, plans, ...upload }: ListUpload,
) =>
  startUpload(
    'POST /api/videos/upload-text',
    { field: 'file', form: { ...form, plans: plansField(plans) }, ...upload },
    onPercent,
  );

/** Uploads a list whose entries all belong to one section and starts to write it to the catalogue. */
export const uploadSectionList = (section: UploadSection, { onPercent, plans, ...upload }: ListUpload) =>
  startUpload(
    'POST /api/m3u/bulk-upload',
    { field: 'file', form: { section, plans: plansField(plans) }, ...upload },
    onPercent,
  );

/**
 * Uploads a list and starts to read it for a preview; its entries are written to the catalogue only when an
 * administrator publishes the preview.
 */
export const previewList = (
  form: FormOf<'POST /api/admin/imports/preview'>,
  { onPercent, plans, ...upload }: ListUpload,
) =>
  startUpload(
    'POST /api/admin/imports/preview',
    { field: 'file', form: { ...form, plans: plansField(plans) }, ...upload },
    onPercent,
  );

/** Makes the browser save the report of an import (what became of each entry of the list) as a CSV file. */
export const downloadReport = (id: string) =>
  downloadFile('GET /api/admin/imports/:id/report.csv', { id }, `importacion-${id}.csv`);

/** Cancels a running import; discards a previewed one, of which nothing has been written to the catalogue. */
export const cancelImport = (id: string) => api('POST /api/admin/imports/:id/cancel', { params: { id } });

const bodyOf = ({ plans, ...choices }: ChoicesToSend & { plans: PlansAnswer }) => ({
  ...choices,
  plans: plans === null ? null : [...plans],
});

/** Starts to write a previewed import to the catalogue, with what the person changed and the plans that open it. */
export const publishImport = (id: string, decision: Parameters<typeof bodyOf>[0]) =>
  startCall('POST /api/admin/imports/:id/publish', { params: { id }, body: bodyOf(decision) });

/** Starts to read the list of a preview again with what the person decided; the catalogue is not changed. */
export const chooseInPreview = (id: string, decision: Parameters<typeof bodyOf>[0]) =>
  startCall('PUT /api/admin/imports/:id/choices', { params: { id }, body: bodyOf(decision) });

/** Undoes an import: removes the channels or videos that it added, and restores those that it updated. */
export const undoImport = (id: string) => api('POST /api/admin/imports/:id/undo', { params: { id } });
