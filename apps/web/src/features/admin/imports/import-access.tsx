import { planKeys, planNames, type ImportAccess as Access } from '@butaca/contract';
import { Button, Notice, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LockOpen, Undo2 } from 'lucide-react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { closeImport, openImport } from './imports.queries.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/**
 * Says which plans open what an import brought, and offers to open to all plans what only the rule of a section closes;
 * afterwards, to take that back.
 */
export function ImportAccess({ id, access }: { id: string; access: Access }) {
  const queryClient = useQueryClient();
  const follow = {
    onSuccess: ({ message }: { message: string }) => notify.ok(message),
    onError: (error: unknown) => notify.error(messageOf(error, 'No se pudieron cambiar los planes.')),
    onSettled: () => queryClient.invalidateQueries(),
  };
  const open = useMutation({ mutationFn: () => openImport(id), ...follow });
  const close = useMutation({ mutationFn: () => closeImport(id), ...follow });
  const { items, openable, opened } = access;
  if (items === 0) return null;
  return (
    <Notice
      tone={openable > 0 ? 'warn' : 'info'}
      title={openable > 0 ? 'No todos los planes incluyen lo importado' : 'Planes que incluyen lo importado'}
      action={
        openable > 0 ? (
          <Button
            size="sm"
            variant="second"
            icon={<LockOpen className="ico" aria-hidden />}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            Abrir a todos los planes
          </Button>
        ) : opened > 0 ? (
          <Button
            size="sm"
            variant="line"
            icon={<Undo2 className="ico" aria-hidden />}
            loading={close.isPending}
            onClick={() => close.mutate()}
          >
            Volver a cerrar
          </Button>
        ) : undefined
      }
    >
      {describeAccess(access)}
    </Notice>
  );
}

/** Says in Spanish which plans open all, some or none of what an import brought. */
export function describeAccess({ items, plans }: Access): string {
  const named = (wanted: (open: number) => boolean): string[] =>
    plans.filter(({ open }) => wanted(open)).map(({ key }) => planNames[key]);
  const all = named((open) => open === items);
  if (all.length === planKeys.length) return 'Todos los planes lo incluyen.';
  const some = plans.filter(({ open }) => open > 0 && open < items);
  const none = named((open) => open === 0);
  const sentences = [
    ...(all.length > 0 ? [`${list.format(all)} lo ${verb(all, 'incluye', 'incluyen')} entero.`] : []),
    ...(some.length > 0
      ? [
          `En parte: ${list.format(some.map(({ key, open }) => `${planNames[key]} (${open.toLocaleString('es')} de ${items.toLocaleString('es')})`))}.`,
        ]
      : []),
    ...(none.length > 0 ? [`Con ${list.format(none)} se ve con candado y no se puede abrir.`] : []),
  ];
  return sentences.join(' ');
}

const verb = (names: readonly string[], one: string, many: string): string =>
  names.length === 1 ? one : many;
