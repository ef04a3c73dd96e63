import { planKeys, planNames } from '@butaca/contract';
import { Badge, Button, Select } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { AddressSearch } from '../lists/address-search.tsx';
import { readRole, readStatus, type UserView } from './user-view.ts';
import { awaitingQuery } from './users.queries.ts';

interface UserToolbarProps {
  view: UserView;
  /**
   * Writes other filters or another page of the list of users into the URL; `isReplaced` replaces the history entry
   * instead of adding one.
   */
  onShow: (next: Partial<UserView>, isReplaced?: boolean) => void;
  onCreate: () => void;
}

/** The bar above the list of users: the search field, the filters and the «Crear usuario» button. */
export function UserToolbar({ view, onShow, onCreate }: UserToolbarProps) {
  const awaiting = useQuery(awaitingQuery());
  const waiting = awaiting.data ?? 0;
  return (
    <form className="toolbar users__tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <AddressSearch
        label="Buscar usuario"
        placeholder="Buscar por nombre..."
        search={view.search}
        onSearch={(search) => onShow({ search }, true)}
      />
      <Select
        label="Estado"
        hideLabel
        size="sm"
        options={[
          { value: '', label: 'Todos los estados' },
          { value: 'activos', label: 'Activos' },
          { value: 'inactivos', label: 'Inactivos' },
        ]}
        value={view.status}
        onChange={(event) => onShow({ status: readStatus(event.currentTarget.value) })}
      />
      <Select
        label="Rol"
        hideLabel
        size="sm"
        options={[
          { value: '', label: 'Todos los roles' },
          { value: 'admin', label: 'Administradores' },
          { value: 'usuario', label: 'Usuarios' },
        ]}
        value={view.role}
        onChange={(event) => onShow({ role: readRole(event.currentTarget.value) })}
      />
      <Select
        label="Filtrar por plan"
        hideLabel
        size="sm"
        options={[
          { value: '', label: 'Todos los planes' },
          ...planKeys.map((key) => ({ value: key, label: planNames[key] })),
        ]}
        value={view.plan}
        onChange={(event) => onShow({ plan: event.currentTarget.value })}
      />
      {(waiting > 0 || view.isAwaiting) && (
        <Button
          variant={view.isAwaiting ? 'second' : 'line'}
          size="sm"
          aria-pressed={view.isAwaiting}
          onClick={() => onShow({ isAwaiting: !view.isAwaiting })}
        >
          Pendientes de aprobación{' '}
          <Badge tone={waiting > 0 ? 'warn' : 'plain'}>{waiting.toLocaleString('es')}</Badge>
        </Button>
      )}
      <Button
        className="users__create"
        variant="primary"
        size="sm"
        icon={<UserPlus className="ico" />}
        onClick={onCreate}
      >
        Crear usuario
      </Button>
    </form>
  );
}
