import { messageDismissMs, planKeys, type AcceptedImport, type Import } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { ApiError, messageOf } from '../../../platform/api/api-error.ts';
import { explainProxy } from './explain-proxy.ts';
import { everyImportQuery, importsQuery } from './imports.queries.ts';
import type { PlansAnswer } from './plans-question.tsx';
import { useWatchedImport } from './use-watched-import.ts';
import { after } from '../../../platform/base/clock.ts';

/** Uploads the chosen M3U file; aborting `signal` cancels the upload. */
type StartImport = (onPercent: (percent: number) => void, signal: AbortSignal) => Promise<AcceptedImport>;

interface ListImportOptions {
  /**
   * Whether an import is one that this upload form could have started (channels, videos, or one section of the
   * catalogue); the form shows such an import while it runs.
   */
  isMine: (running: Import) => boolean;
  /** The error message for a failed upload or import for which the server sent no message. */
  fallback: string;
}

type Upload =
  | { kind: 'idle' }
  | { kind: 'uploading'; percent: number }
  | { kind: 'failed'; field: string; message: string; staysUntilClosed: boolean };

/**
 * Sends one M3U list: first the upload, whose progress the browser measures, then the import, whose progress the server
 * reports. The URL holds the import's id, so that the import is shown again after a reload; without an id, a running
 * import that this form could have started is shown.
 */
export function useListImport({ isMine, fallback }: ListImportOptions) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [plans, setPlans] = useState<PlansAnswer>(planKeys);
  const [upload, setUpload] = useState<Upload>({ kind: 'idle' });
  const [clearedFor, setClearedFor] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  const isShown = useRef(false);

  const { id, open, leave } = useImportOfAddress(isMine, upload.kind === 'idle');
  const { data: current, error: watchError } = useWatchedImport(id);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  // After a finished import the upload form's file field is emptied, so that the list is not sent twice by mistake;
  // after a failed import the field keeps the chosen file.
  if (current?.status === 'done' && clearedFor !== current._id) {
    setClearedFor(current._id);
    setFile(null);
  }

  const isStopped = current?.status === 'failed' || current?.status === 'cancelled';
  const failure =
    upload.kind === 'failed'
      ? upload
      : isStopped
        ? { field: 'file', message: current.error ?? fallback }
        : watchError !== null && current === undefined
          ? { field: 'file', message: messageOf(watchError, fallback) }
          : undefined;

  function forget(): void {
    setUpload({ kind: 'idle' });
    leave();
  }

  const forgetLatest = useRef(forget);
  useEffect(() => {
    forgetLatest.current = forget;
  });
  const failureText = failure?.message;
  const staysUntilClosed = upload.kind === 'failed' && upload.staysUntilClosed;
  useEffect(() => {
    if (failureText === undefined || staysUntilClosed) return undefined;
    return after(messageDismissMs, () => forgetLatest.current());
  }, [failureText, staysUntilClosed]);

  async function send(start: StartImport): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    forget();
    setUpload({ kind: 'uploading', percent: 0 });
    try {
      const { importId } = await start(
        (percent) => setUpload({ kind: 'uploading', percent }),
        controller.signal,
      );
      // The import is shown only if the person has not left the upload form meanwhile.
      if (isShown.current) open(importId);
      setUpload({ kind: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) {
        setUpload({ kind: 'idle' });
        notify.info('Subida cancelada. No se ha cambiado nada.');
      } else {
        // What a program in front of the server needs takes an operator longer to read than a message is shown.
        const explained = file === null ? error : explainProxy(error, file);
        const staysUntilClosed = explained instanceof ApiError && explained.code === 'proxy.refused';
        setUpload({
          kind: 'failed',
          field: 'file',
          message: messageOf(explained, fallback),
          staysUntilClosed,
        });
      }
    } finally {
      await queryClient.invalidateQueries(everyImportQuery);
    }
  }

  const isUploading = upload.kind === 'uploading';
  return {
    file,
    chooseFile(chosen: File | null): void {
      setFile(chosen);
      if (failure !== undefined) forget();
    },
    /** The plans that open what the import brings. */
    plans,
    setPlans,
    /**
     * The error message of the upload or import, and the form field below which it is shown; it is cleared after a few
     * seconds.
     */
    failure,
    fail: (field: string, message: string): void =>
      setUpload({ kind: 'failed', field, message, staysUntilClosed: false }),
    /** The progress of the list's upload in percent; `undefined` when nothing is being uploaded. */
    percent: isUploading ? upload.percent : undefined,
    /**
     * The import shown below the upload form, from the end of the upload until the person closes it; a failed or
     * cancelled import is reported as `failure` instead.
     */
    current: isUploading || isStopped ? undefined : current,
    isBusy: isUploading || (!isStopped && current?.status === 'running'),
    send,
    stopUpload: (): void => stop.current?.abort(),
    forget,
  };
}

export type ListImport = ReturnType<typeof useListImport>;

/**
 * The import whose id is in the URL; without an id, a running import that this upload form could have started. The id
 * of that import is then written into the URL, so that the import is still shown once it has ended.
 *
 * @param isIdle - whether no upload is running
 */
function useImportOfAddress(isMine: (running: Import) => boolean, isIdle: boolean) {
  const [query, setQuery] = useSearchParams();
  const [leftId, setLeftId] = useState<string>();
  const history = useQuery(importsQuery(1));
  const runningId = history.data?.imports.find((each) => each.status === 'running' && isMine(each))?._id;
  const given = query.get('id') ?? undefined;
  const isTaken = given === undefined && isIdle && runningId !== leftId;
  const id = given ?? (isTaken ? runningId : undefined);

  function open(next: string | undefined): void {
    const address = new URLSearchParams(query);
    for (const key of ['id', 'resultado', 'fila']) address.delete(key);
    if (next !== undefined) address.set('id', next);
    setQuery(address, { replace: true });
  }

  const takenId = given === undefined ? id : undefined;
  useEffect(() => {
    if (takenId === undefined) return;
    setQuery(
      (present) => {
        const address = new URLSearchParams(present);
        address.set('id', takenId);
        return address;
      },
      { replace: true },
    );
  }, [takenId, setQuery]);

  return {
    id,
    open,
    /** Stops showing the import in the upload form, even if the import is still running. */
    leave(): void {
      setLeftId(id);
      if (given !== undefined) open(undefined);
    },
  };
}
