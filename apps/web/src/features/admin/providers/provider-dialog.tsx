import type { Provider } from '@butaca/contract';
import { Button, Dialog, Notice, notify, Select, TextField, type TextFieldProps } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { adminMessageOf, detailsOf } from '../editing/admin-message.ts';
import { readPastedAccount, withScheme } from './pasted-account.ts';
import { intervalOptions } from './provider-words.ts';
import { ProviderRules } from './provider-rules.tsx';
import { addProvider, changeProvider, everyProviderQuery, type ProviderChange } from './providers.queries.ts';

const failed = {
  call: 'No se pudo guardar el proveedor.',
  panel: 'No se pudo guardar el proveedor. Revisa tu conexión.',
};

/** The fields of the form as texts; those that hold stored credentials begin empty, which means «as it is». */
type Fields = Record<
  | 'kind'
  | 'address'
  | 'username'
  | 'password'
  | 'name'
  | 'userAgent'
  | 'referrer'
  | 'timeZone'
  | 'country'
  | 'maxConnections'
  | 'refreshHours',
  string
>;

const fieldsOf = (provider: Provider | undefined): Fields => ({
  kind: provider?.kind ?? 'm3u',
  address: '',
  username: '',
  password: '',
  name: provider?.name ?? '',
  userAgent: '',
  referrer: '',
  timeZone: provider?.timeZone ?? '',
  country: provider?.country ?? '',
  maxConnections: provider?.maxConnections?.toString() ?? '',
  refreshHours: (provider === undefined ? 24 : provider.refreshHours)?.toString() ?? '',
});

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What is sent of the form; of a stored provider only what differs from it. */
function toChange(fields: Fields, stored: Fields): ProviderChange {
  const isChanged = (name: keyof Fields): boolean => fields[name] !== stored[name];
  const country = fields.country.trim().toUpperCase();
  return {
    ...(isChanged('address') && {
      address: fields.kind === 'xtream' ? withScheme(fields.address) : fields.address,
    }),
    ...(isChanged('username') && { username: fields.username.trim() }),
    ...(isChanged('password') && { password: fields.password }),
    ...(isChanged('name') && { name: fields.name }),
    ...(isChanged('userAgent') && { userAgent: fields.userAgent }),
    ...(isChanged('referrer') && { referrer: fields.referrer }),
    ...(isChanged('timeZone') && { timeZone: fields.timeZone.trim() || null }),
    ...(isChanged('country') && { country: country || null }),
    ...(isChanged('maxConnections') && { maxConnections: numberOf(fields.maxConnections) }),
    ...(isChanged('refreshHours') && { refreshHours: numberOf(fields.refreshHours) }),
  };
}

/**
 * The dialog that adds a provider, or changes one; open while it is rendered.
 *
 * @param provider - the provider to change; without one, a provider is added
 */
export function ProviderDialog({
  provider,
  onClose,
}: {
  provider: Provider | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const stored = fieldsOf(provider);
  const [fields, setFields] = useState(stored);
  // The address of an account's list names the account; where its server answers no calls, the list is read all the same.
  const isAccount =
    fields.kind === 'xtream' || (provider === undefined && readPastedAccount(fields.address) !== undefined);
  const save = useMutation({
    mutationFn: async () => {
      const change = toChange(fields, stored);
      if (provider !== undefined) await changeProvider(provider._id, change);
      else
        await addProvider({ ...change, kind: isAccount ? 'xtream' : 'm3u', address: change.address ?? '' });
    },
    onSuccess: () => {
      notify.ok(
        provider === undefined
          ? `Proveedor agregado. Se está descargando ${isAccount ? 'lo que tiene la cuenta' : 'su lista'}.`
          : 'Proveedor guardado.',
      );
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(everyProviderQuery),
  });
  const faults = new Map(detailsOf(save.error).map(({ path, message }) => [path, message]));
  const close = (): void => {
    if (!save.isPending) onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={provider === undefined ? 'Agregar proveedor' : `Editar ${provider.name}`}
      size="md"
      actions={
        <>
          <Button variant="ghost" disabled={save.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={save.isPending}>
            {provider === undefined ? 'Agregar' : 'Guardar'}
          </Button>
        </>
      }
    >
      <form id={formId} className="providerform" onSubmit={handleSubmit} noValidate>
        {save.isError && faults.size === 0 && (
          <Notice tone="danger">{adminMessageOf(save.error, failed)}</Notice>
        )}
        <ProviderFields provider={provider} fields={fields} setFields={setFields} faults={faults} />
      </form>
    </Dialog>
  );
}

function ProviderFields({
  provider,
  fields,
  setFields,
  faults,
}: {
  provider: Provider | undefined;
  fields: Fields;
  setFields: (fields: Fields) => void;
  faults: ReadonlyMap<string, string>;
}) {
  const hasAddress = provider?.kind !== 'file';
  const isAccount = fields.kind === 'xtream';
  /** The properties that all text fields of the form share. */
  const bound = (name: keyof Fields) => ({
    value: fields[name],
    error: faults.get(name),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  /** Takes an account out of a pasted address, and the choice that there is one. @returns whether it was one */
  const takePasted = (text: string): boolean => {
    const account = readPastedAccount(text);
    if (account === undefined) return false;
    setFields({ ...fields, kind: 'xtream', ...account });
    return true;
  };
  const kept = provider === undefined ? undefined : 'Guardada. Déjalo vacío para no cambiarla.';
  return (
    <>
      {provider === undefined && (
        <Select
          label="Qué te dio tu proveedor"
          options={kindOptions}
          value={fields.kind}
          onChange={(event) => setFields({ ...fields, kind: event.currentTarget.value })}
        />
      )}
      {isAccount && <AccountFields bound={bound} kept={kept} onPaste={takePasted} />}
      {hasAddress && !isAccount && (
        <TextField
          {...bound('address')}
          label="Dirección de la lista"
          inputMode="url"
          placeholder="http://"
          hint={
            kept ??
            'La dirección que te dio tu proveedor. Si lleva usuario y contraseña (get.php), se prueba primero como cuenta Xtream.'
          }
        />
      )}
      <TextField
        {...bound('name')}
        label="Nombre"
        hint={provider === undefined ? 'Si lo dejas vacío, será el nombre del servidor.' : undefined}
      />
      {hasAddress && (
        <Select
          label="Actualizar"
          options={intervalOptions(provider?.refreshHours ?? null)}
          value={fields.refreshHours}
          onChange={(event) => setFields({ ...fields, refreshHours: event.currentTarget.value })}
        />
      )}
      <TextField
        {...bound('maxConnections')}
        label="Conexiones a la vez"
        inputMode="numeric"
        hint={
          isAccount
            ? 'Vacío: las que diga la cuenta. Algunas dicen 1 y permiten más.'
            : 'Las que permite tu cuenta. Vacío si no lo sabes.'
        }
      />
      <MoreOptions bound={bound} hasAddress={hasAddress} kept={kept} />
      {provider !== undefined && <ProviderRules id={provider._id} />}
    </>
  );
}

const kindOptions = [
  { value: 'm3u', label: 'Una lista M3U' },
  { value: 'xtream', label: 'Una cuenta Xtream' },
];

/** The server, user name and password of an Xtream account; an address that names all three fills them in. */
function AccountFields({
  bound,
  kept,
  onPaste,
}: {
  bound: (name: keyof Fields) => Partial<TextFieldProps>;
  kept: string | undefined;
  onPaste: (text: string) => boolean;
}) {
  return (
    <>
      <TextField
        {...bound('address')}
        label="Servidor"
        inputMode="url"
        placeholder="http://"
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        hint={kept ?? 'Su dirección y puerto. Si pegas la dirección get.php que te dieron, se rellena todo.'}
      />
      <TextField {...bound('username')} label="Usuario" hint={kept} />
      <TextField
        {...bound('password')}
        label="Contraseña"
        type="password"
        autoComplete="new-password"
        hint={kept && `${kept} Si cambias el servidor, escríbela de nuevo.`}
      />
    </>
  );
}

/** The fields that few providers need. */
function MoreOptions({
  bound,
  hasAddress,
  kept,
}: {
  bound: (name: keyof Fields) => Partial<TextFieldProps>;
  hasAddress: boolean;
  kept: string | undefined;
}) {
  return (
    <details>
      <summary>Más opciones</summary>
      <div className="providerform">
        {hasAddress && (
          <>
            <TextField {...bound('userAgent')} label="User-Agent" hint={kept} />
            <TextField {...bound('referrer')} label="Referer" hint={kept} />
          </>
        )}
        <TextField {...bound('timeZone')} label="Zona horaria" placeholder="America/Mexico_City" />
        <TextField {...bound('country')} label="País" placeholder="MX" maxLength={2} />
      </div>
    </details>
  );
}
