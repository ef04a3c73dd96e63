import type { GuideSource } from '@butaca/contract';
import { Button, Dialog, FileField, Notice, notify, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { adminMessageOf, detailsOf } from '../editing/admin-message.ts';
import { everyGuideQuery, sendGuideFile } from './guides.queries.ts';

const failed = {
  call: 'No se pudo subir la guía.',
  panel: 'No se pudo subir la guía. Revisa tu conexión.',
};

/**
 * The dialog that uploads the file of a guide; open while it is rendered.
 *
 * @param source - the guide whose file is replaced; without one, a guide is added
 */
export function GuideFileDialog({
  source,
  onClose,
}: {
  source: GuideSource | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [name, setName] = useState('');
  const [timeZone, setTimeZone] = useState('');
  const [percent, setPercent] = useState(0);
  const sending = useMutation({
    mutationFn: (chosen: File) =>
      sendGuideFile(
        {
          file: chosen,
          ...(name.trim() !== '' && { name: name.trim() }),
          ...(timeZone.trim() !== '' && { timeZone: timeZone.trim() }),
          ...(source !== undefined && { source: source._id }),
        },
        setPercent,
      ),
    onSuccess: () => {
      notify.ok('Archivo subido. Se está leyendo la guía.');
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const faults = new Map(detailsOf(sending.error).map(({ path, message }) => [path, message]));
  const close = (): void => {
    if (!sending.isPending) onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(file === null);
    if (file !== null && !sending.isPending) sending.mutate(file);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={source === undefined ? 'Subir una guía' : `Cambiar el archivo de ${source.name}`}
      size="md"
      actions={
        <>
          <Button variant="ghost" disabled={sending.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={sending.isPending}>
            Subir
          </Button>
        </>
      }
    >
      <form id={formId} className="guideform" onSubmit={handleSubmit} noValidate>
        {sending.isError && faults.size === 0 && (
          <Notice tone="danger">{adminMessageOf(sending.error, failed)}</Notice>
        )}
        <FileField
          label="Archivo de la guía"
          accept=".xml,.xmltv,.gz,.xz,.zip"
          prompt="Arrastra aquí la guía o elígela"
          hint={
            source === undefined
              ? 'Un archivo XMLTV, también comprimido. No se actualiza solo: súbelo otra vez cuando tengas uno nuevo.'
              : 'Lo elegido a mano se conserva, y la guía de ahora sigue en uso hasta que la nueva esté leída.'
          }
          file={file}
          onFileChange={(chosen) => {
            setFile(chosen);
            setMissing(false);
          }}
          disabled={sending.isPending}
          progressPercent={sending.isPending ? percent : null}
          {...(isMissing && { error: 'Elige el archivo de la guía.' })}
        />
        {source === undefined && (
          <TextField
            label="Nombre"
            hint="Si lo dejas vacío, será el del archivo."
            autoComplete="off"
            value={name}
            error={faults.get('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <details>
          <summary>Más opciones</summary>
          <TextField
            label="Zona horaria"
            placeholder="America/Mexico_City"
            hint="La de las horas que no dicen la suya. Vacía: UTC."
            autoComplete="off"
            value={timeZone}
            error={faults.get('timeZone')}
            onChange={(event) => setTimeZone(event.currentTarget.value)}
          />
        </details>
      </form>
    </Dialog>
  );
}
