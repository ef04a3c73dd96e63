import {
  defaultPlan,
  planKeys,
  planNames,
  readPlan,
  usernameLength,
  type PlanKey,
  type Role,
} from '@butaca/contract';
import { Button, Checkbox, Dialog, Notice, Select, TextField } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { PlanReach } from '../plans/plan-reach.tsx';
import { settingsQuery } from '../settings/settings.queries.ts';
import { endOfDay, today } from './expiry-day.ts';
import { OwnPasswordField } from '../own-password/own-password-field.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { OneTimeSecret } from './one-time-secret.tsx';
import { createUser, everyUserQuery } from './users.queries.ts';

interface Values {
  username: string;
  isGenerated: boolean;
  password: string;
  role: Role;
  /** The chosen plan; `undefined` for the plan that the settings give new accounts. */
  plan: PlanKey | undefined;
  /** The password of the administrator who creates the account; needed to create another administrator. */
  ownPassword: string;
  /** The day on which the new account expires, as `2026-03-12`; empty for an account that does not expire. */
  day: string;
}

const blank: Values = {
  username: '',
  isGenerated: true,
  password: '',
  role: 'user',
  plan: undefined,
  ownPassword: '',
  day: '',
};

/**
 * The dialog «Crear usuario», open while it is rendered. Before it closes it shows the invitation of the user and the
 * one-time password, if the server made them.
 */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [values, setValues] = useState(blank);
  const create = useCreation();
  const created = create.data;
  const close = (): void => {
    if (!create.isPending) onClose();
  };

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(values);
  };

  if (created !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={close}
        title="Usuario creado"
        size="sm"
        actions={
          <Button variant="primary" onClick={close}>
            Listo
          </Button>
        }
      >
        {created.oneTimePassword === undefined ? (
          <p>
            <b>{created.username}</b> ya puede entrar con la contraseña que elegiste.
          </p>
        ) : (
          <div className="secret">
            {created.invitation === undefined ? null : (
              <InvitationLink username={created.username} invitation={created.invitation} />
            )}
            <details className="secret__more">
              <summary>O dale una contraseña de un solo uso</summary>
              <OneTimeSecret username={created.username} secret={created.oneTimePassword} />
            </details>
          </div>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Crear usuario"
      size="sm"
      actions={
        <>
          <Button variant="ghost" disabled={create.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
            {create.isPending ? 'Creando...' : 'Crear usuario'}
          </Button>
        </>
      }
    >
      <form id={formId} className="userform" onSubmit={handleSubmit}>
        {create.isError && (
          <Notice tone="danger">{messageOf(create.error, 'No se pudo crear el usuario.')}</Notice>
        )}
        <CreationFields values={values} onChange={(next) => setValues({ ...values, ...next })} />
      </form>
    </Dialog>
  );
}

function CreationFields({ values, onChange }: { values: Values; onChange: (next: Partial<Values>) => void }) {
  const { data: settings } = useQuery(settingsQuery());
  const plan = values.plan ?? settings?.newAccountPlan ?? defaultPlan;
  return (
    <>
      <TextField
        label="Usuario"
        hint="Letras, números o . _ - @ +, sin espacios."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        minLength={usernameLength.min}
        maxLength={usernameLength.max}
        value={values.username}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <Checkbox
        label="Invitar con un enlace o una contraseña de un solo uso"
        checked={values.isGenerated}
        onChange={(event) => onChange({ isGenerated: event.currentTarget.checked })}
      />
      {!values.isGenerated && (
        <TextField
          label="Contraseña"
          type="password"
          required
          autoComplete="new-password"
          hint="8 caracteres como mínimo."
          value={values.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
      <div className="userform__pair">
        <Select
          label="Rol"
          options={[
            { value: 'user', label: 'Usuario' },
            { value: 'admin', label: 'Administrador' },
          ]}
          value={values.role}
          onChange={(event) => onChange({ role: event.currentTarget.value === 'admin' ? 'admin' : 'user' })}
        />
        <Select
          label="Plan"
          options={planKeys.map((key) => ({ value: key, label: planNames[key] }))}
          value={plan}
          onChange={(event) => onChange({ plan: readPlan(event.currentTarget.value) })}
        />
      </div>
      {values.role === 'user' && <PlanReach plan={plan} />}
      <TextField
        label="Caduca (opcional)"
        type="date"
        min={today()}
        hint="La cuenta vale hasta el final de ese día."
        value={values.day}
        onChange={(event) => onChange({ day: event.currentTarget.value })}
      />
      {values.role === 'admin' && (
        <OwnPasswordField value={values.ownPassword} onChange={(ownPassword) => onChange({ ownPassword })} />
      )}
    </>
  );
}

function useCreation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ username, isGenerated, password, role, plan, day, ownPassword }: Values) =>
      createUser({
        username: username.trim(),
        role,
        ...(plan !== undefined && { plan }),
        expiresAt: endOfDay(day),
        ...(!isGenerated && { password }),
        ...(role === 'admin' && { currentPassword: ownPassword }),
      }),
    onSuccess: () => queryClient.invalidateQueries(everyUserQuery),
  });
}
