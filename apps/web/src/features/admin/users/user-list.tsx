import { Button, EmptyState, ErrorState, Pagination, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { paths } from '../../../shared/paths.ts';
import { counted } from '../../../platform/counted.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { UserToolbar } from './user-toolbar.tsx';
import { filterOf, readUserView, writeUserView, type UserView } from './user-view.ts';
import './users.css';
import { usersQuery } from './users.queries.ts';

/**
 * «Gestionar Usuarios»: the table of accounts in pages; the URL holds the page number, the search term, the filters and
 * the user whose devices are shown.
 */
export function UserList() {
  const [query, setQuery] = useSearchParams();
  const view = readUserView(query);
  const users = useQuery(usersQuery(view.page, filterOf(view)));
  const [isCreating, setCreating] = useState(false);

  const show = (next: Partial<UserView>, isReplaced = false): void =>
    setQuery(writeUserView({ ...view, page: 1, openId: '', ...next }), { replace: isReplaced });

  const lastPage = users.data?.totalPages ?? 0;
  // The page number in the URL is higher than the last page of the list of users (the last user of that page no longer
  // matches the filters, or the link is an old one): the last page is shown instead.
  if (!users.isPlaceholderData && lastPage > 0 && view.page > lastPage) {
    return <Navigate to={`${paths.admin}?${writeUserView({ ...view, page: lastPage })}`} replace />;
  }
  return (
    <>
      <UserToolbar view={view} onShow={show} onCreate={() => setCreating(true)} />
      {users.isPending && <SkeletonRows count={10} label="Cargando usuarios..." />}
      {users.isError && (
        <ErrorState
          title={adminMessageOf(users.error, {
            call: 'Admin: Error al cargar la lista de usuarios.',
            panel: 'Fallo al cargar la lista de usuarios.',
          })}
          action={
            <Button variant="primary" size="sm" onClick={() => void users.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {users.isSuccess && users.data.users.length === 0 && (
        <EmptyState title="No hay usuarios para mostrar." reason={whyEmpty(view)} />
      )}
      {users.isSuccess && users.data.users.length > 0 && (
        <>
          <div className="urow urow--head" aria-hidden="true">
            <span>Usuario</span>
            <span>Rol</span>
            <span>Plan</span>
            <span>Estado</span>
            <span>Caduca</span>
            <span>Acciones</span>
          </div>
          <ul className="users" aria-label="Usuarios" aria-busy={users.isPlaceholderData}>
            {users.data.users.map((user) => (
              <UserRow
                key={user._id}
                user={user}
                isOpen={user._id === view.openId}
                onOpenChange={(isOpen) => show({ page: view.page, openId: isOpen ? user._id : '' }, true)}
              />
            ))}
          </ul>
          <Pagination
            page={view.page}
            totalPages={users.data.totalPages}
            onPageChange={(page) => show({ page })}
            summary={`Mostrando ${users.data.users.length} de ${counted(users.data.total, 'usuario', 'usuarios')}`}
          />
        </>
      )}
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function whyEmpty({ search, isAwaiting, status, role, plan }: UserView): string | undefined {
  if (search !== '') return `Ninguno se llama «${search}».`;
  if (isAwaiting) return 'Ningún registro espera tu aprobación.';
  return status + role + plan === '' ? undefined : 'Ninguno cumple estos filtros.';
}
