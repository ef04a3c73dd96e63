import type { Import } from '@butaca/contract';
import { Button, ConfirmDialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { undoImport } from './imports.queries.ts';

/**
 * The button «Deshacer» of a finished import, which asks before it undoes the import. `onUndone` gets the server's
 * message about what was removed and what was kept.
 */
export function UndoImport({ done, onUndone }: { done: Import; onUndone: (message: string) => void }) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const undoing = useMutation({
    mutationFn: () => undoImport(done._id),
    onSuccess: ({ message }) => onUndone(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo deshacer la importación.')),
    onSettled: () => {
      setIsAsking(false);
      void queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <Button size="sm" variant="line" icon={<Undo2 className="ico" />} onClick={() => setIsAsking(true)}>
        Deshacer
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="¿Deshacer la importación?"
        confirmLabel="Deshacer importación"
        onConfirm={() => undoing.mutate()}
        pending={undoing.isPending}
      >
        {describeLoss(done)}
      </ConfirmDialog>
    </>
  );
}

function describeLoss({ fileName, added, updated }: Import): string {
  const parts = [
    ...(added === 0
      ? []
      : [
          added === 1
            ? `Se eliminará el elemento que añadió «${fileName}».`
            : `Se eliminarán los ${added.toLocaleString('es')} elementos que añadió «${fileName}».`,
        ]),
    ...(updated === 0
      ? []
      : [
          updated === 1
            ? 'El elemento actualizado recuperará su dirección anterior.'
            : `Los ${updated.toLocaleString('es')} elementos actualizados recuperarán su dirección anterior.`,
        ]),
    ...(added + updated === 0 ? [`«${fileName}» no añadió ni actualizó nada.`] : []),
    'Lo que alguien haya editado o actualizado después se conserva.',
  ];
  return parts.join(' ');
}
