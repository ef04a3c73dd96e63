import { channelListExtensions, type Import } from '@butaca/contract';
import { previewList, uploadChannelList } from './imports.queries.ts';
import { ListUploadForm } from './list-upload-form.tsx';
import { useListImport } from './use-list-import.ts';

const isOfChannels = ({ kind }: Import): boolean => kind === 'channels';

/**
 * «Subir M3U Canales»: uploads an M3U list of channels; shows the optional preview of the import, the progress and the
 * result.
 */
export function UploadChannels() {
  const list = useListImport({ isMine: isOfChannels, fallback: 'Error al procesar el archivo M3U.' });

  function submit(isPreview: boolean): void {
    const { file, plans } = list;
    if (file === null) {
      list.fail('file', 'Por favor, selecciona un archivo M3U.');
      return;
    }
    void list.send((onPercent, signal) =>
      isPreview
        ? previewList({ kind: 'channels' }, { file, plans, onPercent, signal })
        : uploadChannelList({ file, plans, onPercent, signal }),
    );
  }

  return (
    <ListUploadForm
      list={list}
      field={{
        label: 'Lista de canales',
        name: 'm3uFile',
        accept: channelListExtensions,
        hint: 'Los canales que ya existen se actualizan; ninguno se elimina.',
      }}
      onSubmit={() => submit(false)}
      onPreview={() => submit(true)}
    />
  );
}
