import type { AuditEntry } from '@butaca/contract';
import { Button, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { collectionsQuery } from '../../../shared/collections/collections.queries.ts';
import { everyAuditQuery, undoAddition } from './audit.queries.ts';

/** The button that takes out of a collection again what an entry of the audit log says was added. */
export function UndoAddition({ entry: { _id, subjectName } }: { entry: AuditEntry }) {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoAddition(_id),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo deshacer.')),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(everyAuditQuery),
        queryClient.invalidateQueries(collectionsQuery()),
      ]),
  });
  return (
    <Button
      variant="line"
      size="sm"
      icon={<Undo2 className="ico" aria-hidden />}
      loading={undo.isPending}
      aria-label={`Deshacer lo agregado a ${subjectName}`}
      onClick={() => undo.mutate()}
    >
      Deshacer
    </Button>
  );
}
