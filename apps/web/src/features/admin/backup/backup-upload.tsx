import { messageDismissMs } from '@butaca/contract';
import { Button, FileField, notify, ProgressBar } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { OwnPasswordField } from '../own-password/own-password-field.tsx';
import { backupsQuery, uploadBackup } from './backups.queries.ts';
import { after } from '../../../platform/base/clock.ts';

/**
 * Uploads a backup file to the server, which refuses a damaged file at once and not only when the backup is restored.
 *
 * @param takesPassword - whether the server wants the own password with it, because of another backup within the hour
 */
export function UploadBackup({ takesPassword }: { takesPassword: boolean }) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number>();
  const [ownPassword, setOwnPassword] = useState('');
  const [error, setError] = useState<string>();

  useEffect(() => {
    if (error === undefined) return undefined;
    return after(messageDismissMs, () => setError(undefined));
  }, [error]);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (file === null) {
      setError('Por favor, selecciona una copia de seguridad.');
      return;
    }
    setError(undefined);
    setPercent(0);
    try {
      const { name } = await uploadBackup(file, takesPassword ? ownPassword : undefined, setPercent);
      setFile(null);
      setOwnPassword('');
      notify.ok(`Copia subida como «${name}».`);
    } catch (failure) {
      setError(messageOf(failure, 'No se pudo subir la copia de seguridad.'));
    } finally {
      setPercent(undefined);
      void queryClient.invalidateQueries(backupsQuery());
    }
  }

  const isUploading = percent !== undefined;
  return (
    <form className="backups__upload" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <h2>Subir una copia</h2>
      <FileField
        label="Copia de seguridad"
        name="file"
        accept=".bak"
        prompt="Arrastra aquí la copia o elígela"
        hint="Se comprueba entera antes de aceptarla. Nada cambiará hasta que la restaures."
        file={file}
        onFileChange={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
        disabled={isUploading}
        {...(error !== undefined && { error })}
      />
      {takesPassword && <OwnPasswordField value={ownPassword} onChange={setOwnPassword} />}
      {isUploading && (
        <ProgressBar
          value={percent < 100 ? percent : null}
          label={percent < 100 ? 'Subiendo...' : 'Archivo subido. Comprobando la copia...'}
          detail={percent < 100 ? `${percent} %` : ''}
        />
      )}
      <div>
        <Button type="submit" size="sm" icon={<Upload className="ico" />} loading={isUploading}>
          Subir copia
        </Button>
      </div>
    </form>
  );
}
