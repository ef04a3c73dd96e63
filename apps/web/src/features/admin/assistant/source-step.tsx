import { addressMaxLength, planKeys, videoListExtensions } from '@butaca/contract';
import { Button, FileField, Notice, ProgressBar, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { adminMessageOf } from '../editing/admin-message.ts';
import { previewList } from '../imports/imports.queries.ts';
import { everyProviderQuery } from '../providers/providers.queries.ts';
import { checkAddress, refreshLists } from './assistant.queries.ts';
import { texts } from './assistant.texts.ts';
import { takeFreeFocus } from './take-free-focus.ts';
import { isListContent, readListAddress } from './read-list-source.ts';

const failures = { call: texts.failedCall, panel: texts.failedConnection };

const isList = ({ name }: File): boolean =>
  videoListExtensions.some((extension) => name.toLowerCase().endsWith(extension));

interface SourceStepProps {
  text: string;
  onTextChange: (text: string) => void;
  /** Why the list that was given before could not be read. */
  fault: string | undefined;
  /** The provider whose list could not be fetched: it gets the corrected address. */
  providerId: string | undefined;
  onFollow: (list: { proveedor?: string; id?: string; reemplaza?: string | undefined }) => void;
}

/** The step in which a list is given: by its address, by the account at its provider, or as a file. */
export function SourceStep({ text, onTextChange, fault, providerId, onFollow }: SourceStepProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<{ field: 'address' | 'file'; message: string }>();
  const [isFaultOld, setFaultOld] = useState(false);
  const checking = useMutation({
    mutationFn: (address: string | undefined) => checkAddress(address, providerId),
    async onSuccess(id) {
      await queryClient.invalidateQueries(everyProviderQuery);
      onFollow({ proveedor: id });
    },
    onError: (error) => setProblem({ field: 'address', message: adminMessageOf(error, failures) }),
  });
  const upload = useListUpload({
    // A provider whose list could not be fetched stays until the file is imported in its place.
    onSent: (id) => onFollow({ id, reemplaza: providerId }),
    onFailed: (message) => setProblem({ field: 'file', message }),
  });
  const isBusy = checking.isPending || upload.percent !== undefined;

  function check(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    const address = readListAddress(text);
    const isAgain = text.trim() === '' && providerId !== undefined;
    if (address === undefined && !isAgain) {
      setProblem({ field: 'address', message: isListContent(text) ? texts.isContent : texts.noAddress });
      return;
    }
    setProblem(undefined);
    setFaultOld(true);
    checking.mutate(address);
  }
  /** A message of several lines is read before the field makes one line of it. */
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text');
    const address = readListAddress(pasted);
    if (!isListContent(pasted) && (address === undefined || address === pasted.trim())) return;
    event.preventDefault();
    setProblem(address === undefined ? { field: 'address', message: texts.isContent } : undefined);
    if (address !== undefined) onTextChange(address);
  }
  function choose(file: File | null): void {
    if (file === null) return;
    setProblem(isList(file) ? undefined : { field: 'file', message: texts.wrongFile });
    if (isList(file)) upload.send(file);
  }
  const errorOf = (field: 'address' | 'file') =>
    problem?.field === field ? { error: problem.message } : undefined;

  return (
    <form className="assistant__source" noValidate onSubmit={check}>
      {fault !== undefined && !isFaultOld && problem === undefined && <Notice tone="danger">{fault}</Notice>}
      <div className="assistant__address">
        <TextField
          label={texts.addressLabel}
          ref={fault === undefined ? undefined : takeFreeFocus}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="http://"
          maxLength={addressMaxLength}
          disabled={isBusy}
          hint={providerId !== undefined && text === '' ? texts.keptHint : texts.addressHint}
          value={text}
          onPaste={paste}
          onChange={(event) => {
            onTextChange(event.currentTarget.value);
            setProblem(undefined);
          }}
          {...errorOf('address')}
        />
        <Button type="submit" variant="primary" loading={checking.isPending} disabled={isBusy}>
          {texts.check}
        </Button>
      </div>
      <FileField
        label={texts.fileLabel}
        accept={videoListExtensions.join(',')}
        prompt={texts.filePrompt}
        file={upload.file}
        onFileChange={choose}
        disabled={isBusy}
        {...errorOf('file')}
      />
      {upload.percent !== undefined && (
        <div className="assistant__upload">
          <ProgressBar
            value={upload.percent < 100 ? upload.percent : null}
            label={texts.uploading}
            detail={`${upload.percent} %`}
          />
          <Button size="sm" variant="line" onClick={upload.stop}>
            {texts.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Uploads a file for a preview. */
function useListUpload({
  onSent,
  onFailed,
}: {
  onSent: (importId: string) => void;
  onFailed: (message: string) => void;
}) {
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const sending = useMutation({
    async mutationFn(file: File) {
      const controller = new AbortController();
      stop.current = controller;
      setPercent(0);
      return previewList(
        { kind: 'mixed' },
        { file, plans: planKeys, onPercent: setPercent, signal: controller.signal },
      );
    },
    onSuccess: ({ importId }) => onSent(importId),
    onError(error) {
      if (stop.current?.signal.aborted !== true) onFailed(adminMessageOf(error, failures));
    },
    onSettled: () => refreshLists(queryClient),
  });
  return {
    file: sending.isPending ? sending.variables : null,
    percent: sending.isPending ? percent : undefined,
    send: (file: File): void => sending.mutate(file),
    stop: (): void => stop.current?.abort(),
  };
}
