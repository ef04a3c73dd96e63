import { Button, Notice, notify, ProgressBar } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminMessageOf } from '../editing/admin-message.ts';
import { cancelImport, everyImportQuery } from '../imports/imports.queries.ts';
import { everyProviderQuery, removeProvider } from '../providers/providers.queries.ts';
import { texts } from './assistant.texts.ts';
import type { FollowedList } from './use-followed-list.ts';

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
      else if (providerId !== undefined) await removeProvider(providerId);
      if (importId === undefined) onLeave();
    },
    onError: (error) =>
      notify.error(adminMessageOf(error, { call: texts.failedCall, panel: texts.failedConnection })),
    onSettled: () =>
      Promise.all(
        [everyImportQuery, everyProviderQuery].map((query) => queryClient.invalidateQueries(query)),
      ),
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
          data-first
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
