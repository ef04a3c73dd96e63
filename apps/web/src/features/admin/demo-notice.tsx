import { Button, ConfirmDialog, Notice, notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { demoQuery, removeDemo } from './admin.queries.ts';
import { providersQuery } from './providers/providers.queries.ts';

/**
 * The notice in the administration panel that the demonstration catalogue is installed, with a button that removes it.
 * Where nothing else is in the catalogue, removing it leads to the assistant that adds a list.
 */
export function DemoNotice() {
  const demo = useQuery(demoQuery());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: removeDemo,
    async onSuccess({ message }) {
      notify.ok(message);
      const { providers } = await queryClient.fetchQuery(providersQuery());
      if (providers.length === 0) navigate({ search: '?tab=add_list' });
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudo eliminar la demostración.')),
    onSettled: () => {
      setAsking(false);
      void queryClient.invalidateQueries();
    },
  });
  if (demo.data?.isPresent !== true) return null;
  const { channels, videos, accounts } = demo.data;
  return (
    <div className="admin__notice">
      <Notice
        tone="info"
        title="Catálogo de demostración"
        action={
          <Button size="sm" variant="line" onClick={() => setAsking(true)}>
            Eliminar demostración
          </Button>
        }
      >
        {`${channels} canales, ${videos} títulos y ${accounts} cuentas son de demostración.`}
      </Notice>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="¿Eliminar la demostración?"
        confirmLabel="Eliminar demostración"
        onConfirm={() => removal.mutate()}
        pending={removal.isPending}
      >
        {`Se eliminarán ${channels} canales, ${videos} títulos y ${accounts} cuentas de demostración. Tu propia cuenta se conserva. Esta operación no se puede deshacer.`}
      </ConfirmDialog>
    </div>
  );
}
