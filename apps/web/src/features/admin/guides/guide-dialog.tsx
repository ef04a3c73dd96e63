import type { GuideSource } from '@butaca/contract';
import { Button, Dialog, Notice, notify, Select, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { adminMessageOf, detailsOf } from '../editing/admin-message.ts';
import { withScheme } from '../providers/pasted-account.ts';
import { intervalOptions } from '../providers/provider-words.ts';
import { addGuide, changeGuide, everyGuideQuery, type GuideChange } from './guides.queries.ts';

const failed = {
  call: 'No se pudo guardar la guía.',
  panel: 'No se pudo guardar la guía. Revisa tu conexión.',
};

/** The fields of the form as texts; those of stored credentials begin empty, which means «as it is». */
type Fields = Record<'address' | 'name' | 'refreshHours' | 'timeZone' | 'userAgent' | 'referrer', string>;

/** The fields that are hidden until «Más opciones» is opened; a fault in one of them opens it. */
const furtherFields = ['timeZone', 'userAgent', 'referrer'] as const satisfies readonly (keyof Fields)[];

const fieldsOf = (source: GuideSource | undefined): Fields => ({
  address: '',
  name: source?.name ?? '',
  refreshHours: (source === undefined ? 12 : source.refreshHours)?.toString() ?? '',
  timeZone: source?.timeZone ?? '',
  userAgent: '',
  referrer: '',
});

/** What is sent of the form: what differs from what is stored. */
function toChange(fields: Fields, stored: Fields): GuideChange {
  const isChanged = (name: keyof Fields): boolean => fields[name] !== stored[name];
  return {
    ...(isChanged('address') && { address: withScheme(fields.address) }),
    ...(isChanged('name') && { name: fields.name }),
    ...(isChanged('refreshHours') && {
      refreshHours: fields.refreshHours === '' ? null : Number(fields.refreshHours),
    }),
    ...(isChanged('timeZone') && { timeZone: fields.timeZone.trim() || null }),
    ...(isChanged('userAgent') && { userAgent: fields.userAgent }),
    ...(isChanged('referrer') && { referrer: fields.referrer }),
  };
}

/**
 * The dialog that adds a guide by its address, or changes one of any kind; open while it is rendered.
 *
 * @param source - the guide to change; without one, a guide is added
 */
export function GuideDialog({ source, onClose }: { source: GuideSource | undefined; onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const stored = fieldsOf(source);
  const [fields, setFields] = useState(stored);
  const save = useMutation({
    mutationFn: async () => {
      const change = toChange(fields, stored);
      if (source !== undefined) await changeGuide(source._id, change);
      else await addGuide({ ...change, address: change.address ?? '' });
    },
    onSuccess: () => {
      notify.ok(source === undefined ? 'Guía agregada. Se está descargando.' : 'Guía guardada.');
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const faults = new Map(detailsOf(save.error).map(({ path, message }) => [path, message]));
  const close = (): void => {
    if (!save.isPending) onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  /** The properties that all text fields of the form share. */
  const bound = (name: keyof Fields) => ({
    value: fields[name],
    error: faults.get(name),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  const hasAddress = source === undefined || source.kind === 'address';
  const kept = source === undefined ? undefined : 'Guardada. Déjala vacía para no cambiarla.';
  return (
    <Dialog
      open
      onOpenChange={close}
      title={source === undefined ? 'Agregar guía' : `Editar ${source.name}`}
      size="md"
      actions={
        <>
          <Button variant="ghost" disabled={save.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={save.isPending}>
            {source === undefined ? 'Agregar' : 'Guardar'}
          </Button>
        </>
      }
    >
      <form id={formId} className="guideform" onSubmit={handleSubmit} noValidate>
        {save.isError && faults.size === 0 && (
          <Notice tone="danger">{adminMessageOf(save.error, failed)}</Notice>
        )}
        {hasAddress && (
          <TextField
            {...bound('address')}
            label="Dirección de la guía"
            inputMode="url"
            placeholder="https://"
            hint={kept ?? 'La de un archivo XMLTV, también comprimido: suele acabar en .xml o .xml.gz.'}
          />
        )}
        <TextField
          {...bound('name')}
          label="Nombre"
          hint={source === undefined ? 'Si lo dejas vacío, será el nombre del servidor.' : undefined}
        />
        {source?.kind !== 'file' && (
          <Select
            label="Actualizar"
            options={intervalOptions(source?.refreshHours ?? null)}
            value={fields.refreshHours}
            onChange={(event) => setFields({ ...fields, refreshHours: event.currentTarget.value })}
          />
        )}
        <details open={furtherFields.some((name) => faults.has(name)) || undefined}>
          <summary>Más opciones</summary>
          <div className="guideform">
            <TextField
              {...bound('timeZone')}
              label="Zona horaria"
              placeholder="America/Mexico_City"
              hint="La de las horas que no dicen la suya. Vacía: la del proveedor, y si no la tiene, UTC."
            />
            {hasAddress && (
              <>
                <TextField {...bound('userAgent')} label="User-Agent" hint={kept} />
                <TextField {...bound('referrer')} label="Referer" hint={kept} />
              </>
            )}
          </div>
        </details>
      </form>
    </Dialog>
  );
}
