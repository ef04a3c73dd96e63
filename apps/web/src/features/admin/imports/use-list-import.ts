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
  /** Whether an import is of the kind that this form makes: such a one that is running is shown again. */
  isMine: (running: Import) => boolean;
  /** What to say of a failure that the server has no words for. */
  fallback: string;
}

type Upload =
  | { kind: 'idle' }
  | { kind: 'uploading'; percent: number }
  | { kind: 'failed'; field: string; message: string };

/**
 * One list on its way: first the upload, of which this page knows; then the import, of which the server tells. The address
 * carries the import, so that it is there again after a reload; without one, a running import of the same kind is taken up.
 */
export function useListImport({ isMine, fallback }: ListImportOptions) {
  const queryClient = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [file, setFile] = useState<File | null>(null);
  const [upload, setUpload] = useState<Upload>({ kind: 'idle' });
  const [leftId, setLeftId] = useState<string>();
  const [clearedFor, setClearedFor] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  const isShown = useRef(false);

  const history = useQuery(importsQuery(1));
  const runningId = history.data?.imports.find((each) => each.status === 'running' && isMine(each))?._id;
  const given = query.get('id') ?? undefined;
  const isTaken = given === undefined && upload.kind === 'idle' && runningId !== leftId;
  const id = given ?? (isTaken ? runningId : undefined);
  const { data: current, error: watchError } = useWatchedImport(id);

  function open(next: string | undefined): void {
    const address = new URLSearchParams(query);
    for (const key of ['id', 'resultado', 'fila']) address.delete(key);
    if (next !== undefined) address.set('id', next);
    setQuery(address, { replace: true });
  }

  // It stays in view once it has ended and runs no more.
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

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  // A list that is in is not sent again by mistake; one that failed can be.
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
    setLeftId(id);
    if (given !== undefined) open(undefined);
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
      // Somebody who has gone to another screen stays there.
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
    /** What went wrong, and with which field; it leaves by itself. */
    failure,
    fail: (field: string, message: string): void => setUpload({ kind: 'failed', field, message }),
    /** Of the upload, while it goes on. */
    percent: isUploading ? upload.percent : undefined,
    /** The import, from when its list has arrived until it is left; one that came to nothing is a failure instead. */
    current: isUploading || isStopped ? undefined : current,
    isBusy: isUploading || (!isStopped && current?.status === 'running'),
    send,
    stopUpload: (): void => stop.current?.abort(),
    forget,
  };
}

export type ListImport = ReturnType<typeof useListImport>;
