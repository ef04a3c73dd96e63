import { Button, Notice, notify, ProgressBar } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { cancelImport } from '../imports/imports.queries.ts';
import { refreshLists, removeUnpublished } from './assistant.queries.ts';
import { texts } from './assistant.texts.ts';
import { takeFreeFocus } from './take-free-focus.ts';
import type { FollowedList } from './use-followed-list.ts';

const isErrorWith = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/** The step in which the server works and the person waits: what it does now, how far it is, and a way to cancel it. */
export function WaitStep({
  wait,
  onLeave,
}: {
  wait: Extract<FollowedList, { step: 'wait' }>;
  onLeave: () => void;
}) {
  const queryClient = useQueryClient();
  const { isImporting, percent, detail, note, importId, providerId } = wait;
  const cancelling = useMutation({
    async mutationFn() {
      if (importId !== undefined) await cancelImport(importId);
      if (isImporting) return;
      // The server would fetch the list of a provider again that stays; one that has titles in the catalogue stays.
      if (providerId !== undefined && !(await removeUnpublished(providerId)) && importId === undefined)
        notify.info(texts.leftAlone);
      onLeave();
    },
    onError(error) {
      if (isErrorWith(error, 'import.finished')) return;
      // Another process of the server is fetching the list, and cannot be stopped from here.
      if (isErrorWith(error, 'import.running')) {
        notify.info(texts.leftAlone);
        onLeave();
      } else notify.error(adminMessageOf(error, { call: texts.failedCall, panel: texts.failedConnection }));
    },
    onSettled: () => refreshLists(queryClient),
  });
  return (
    <div className="assistant__wait">
      <ProgressBar
        thick
        value={percent}
        label={isImporting ? texts.importing : texts.checking}
        detail={detail}
      />
      {note !== undefined && <Notice tone="info">{note}</Notice>}
      <p className="assistant__quiet">{texts.leaveFree}</p>
      <div>
        <Button
          ref={takeFreeFocus}
          size="sm"
          variant="line"
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate()}
        >
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
