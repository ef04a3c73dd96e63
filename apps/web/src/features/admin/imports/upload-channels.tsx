import { channelListExtensions, type Import } from '@butaca/contract';
import { startUpload } from '../../../platform/api/upload.ts';
import { ListUploadForm } from './list-upload-form.tsx';
import { useListImport } from './use-list-import.ts';

const isOfChannels = ({ kind }: Import): boolean => kind === 'channels';

/** «Subir M3U Canales»: uploads a list of channels; shows an optional preview, the progress and the result. */
export function UploadChannels() {
  const list = useListImport({ isMine: isOfChannels, fallback: 'Error al procesar el archivo M3U.' });

  function submit(isPreview: boolean): void {
    const { file } = list;
    if (file === null) {
      list.fail('file', 'Por favor, selecciona un archivo M3U.');
      return;
    }
    void list.send((onPercent, signal) =>
      isPreview
        ? startUpload(
            'POST /api/admin/imports/preview',
            { field: 'file', file, form: { kind: 'channels' }, signal },
            onPercent,
          )
        : startUpload('POST /api/channels/admin/process-m3u', { field: 'm3uFile', file, signal }, onPercent),
    );
  }

  return (
    <ListUploadForm
      list={list}
      field={{
        label: 'Lista de canales',
        name: 'm3uFile',
        accept: channelListExtensions,
        hint: 'Los canales que ya existen se actualizan; ninguno se borra.',
      }}
      onSubmit={() => submit(false)}
      onPreview={() => submit(true)}
    />
  );
}
