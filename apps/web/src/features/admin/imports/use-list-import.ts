import { messageDismissMs, type AcceptedImport, type Import } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { everyImportQuery, importsQuery } from './imports.queries.ts';
import { useWatchedImport } from './use-watched-import.ts';

/** Sends the list; aborting `signal` ends that. */
type StartImport = (onPercent: (percent: number) => void, signal: AbortSignal) => Promise<AcceptedImport>;

interface ListImportOptions {
  /** Whether an import is of the kind that this form starts: a running one of that kind is shown. */
  isMine: (running: Import) => boolean;
  /** The sentence for a failure without a message of the server. */
  fallback: string;
}

type Upload =
  | { kind: 'idle' }
  | { kind: 'uploading'; percent: number }
  | { kind: 'failed'; field: string; message: string };

/**
 * Sends one list: first the upload, which this page follows itself, then the import, which the server tells it about. The address
 * carries the import, so that it is shown again after a reload; without one, a running import of the same kind is shown.
 */
export function useListImport({ isMine, fallback }: ListImportOptions) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
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

  // Once its list is imported the field is emptied, so that the list is not sent again by mistake; a failed one stays.
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
  useEffect(() => {
    if (failureText === undefined) return undefined;
    const timer = setTimeout(() => forgetLatest.current(), messageDismissMs);
    return () => clearTimeout(timer);
  }, [failureText]);

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
      // A person who has left this screen meanwhile is not brought back.
      if (isShown.current) open(importId);
      setUpload({ kind: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) {
        setUpload({ kind: 'idle' });
        notify.info('Subida cancelada. No se ha cambiado nada.');
      } else setUpload({ kind: 'failed', field: 'file', message: messageOf(error, fallback) });
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
    /** The failure and the field that it is about; it is cleared after a few seconds. */
    failure,
    fail: (field: string, message: string): void => setUpload({ kind: 'failed', field, message }),
    /** The progress of the upload; `undefined` when nothing is being uploaded. */
    percent: isUploading ? upload.percent : undefined,
    /**
     * The import, from the end of the upload until the person leaves it; an import that failed is reported as `failure` instead.
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
 * The import that the address carries; without one, a running import that this form may have begun, which the address carries from
 * then on, so that it stays in view once it has ended.
 *
 * @param isIdle - nothing is being uploaded
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
    /** Shows no import, not even the one that is running. */
    leave(): void {
      setLeftId(id);
      if (given !== undefined) open(undefined);
    },
  };
}
