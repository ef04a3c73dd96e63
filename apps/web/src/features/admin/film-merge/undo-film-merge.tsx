import type { FilmMergeStats } from '@butaca/contract';
import { Button, ConfirmDialog, notify, Notice } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../platform/counted.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { undoFilmMerge } from './film-merge.queries.ts';

/** Says who ran «Migración» (merging films into series) last, and offers to undo it. */
export function UndoFilmMerge({
  lastRun,
  disabled,
}: {
  lastRun: FilmMergeStats['lastRun'];
  disabled: boolean;
}) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const undoing = useMutation({
    mutationFn: undoFilmMerge,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo deshacer la migración.')),
    onSettled: () => {
      setIsAsking(false);
      void queryClient.invalidateQueries();
    },
  });
  if (lastRun === null) return null;
  const films = counted(lastRun.moviesDeleted, 'película', 'películas');
  const moment = momentInWords(lastRun.executedAt);
  return (
    <>
      <Notice
        tone="info"
        action={
          <Button size="sm" variant="line" disabled={disabled} onClick={() => setIsAsking(true)}>
            Deshacer migración
          </Button>
        }
      >
        {`La última migración, que ejecutó ${lastRun.username} el ${moment}, convirtió ${films} en capítulos.`}
      </Notice>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="¿Deshacer la migración?"
        confirmLabel="Deshacer migración"
        onConfirm={() => undoing.mutate()}
        pending={undoing.isPending}
      >
        {`${lastRun.moviesDeleted === 1 ? 'Volverá' : 'Volverán'} ${films}, con el progreso de cada persona, y se eliminarán los capítulos y las series que se crearon con ellas (${lastRun.seriesCreated.toLocaleString('es')}). Lo que se haya cambiado en esos capítulos se perderá.`}
      </ConfirmDialog>
    </>
  );
}
