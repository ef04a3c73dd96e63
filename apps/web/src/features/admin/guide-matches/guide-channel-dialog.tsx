import { searchDebounceMs, searchMaxLength, type GuideMatch } from '@butaca/contract';
import { Button, Dialog, Notice, Pagination, SearchField, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { useDebounced } from '../../../platform/debounced.ts';
import { describeGuideChannel, nameOf } from './guide-match-words.ts';
import { guideChannelsQuery, noGuide, type GuideChoice } from './guide-matches.queries.ts';

/** The dialog that searches all channels of the guides for the one that a channel is; open while it is rendered. */
export function GuideChannelDialog({
  match,
  onChoose,
  onClose,
  onUndo,
}: {
  match: GuideMatch;
  onChoose: (choice: GuideChoice) => void;
  onClose: () => void;
  /** Takes back what was decided last; absent where nothing can be. */
  onUndo?: (() => void) | undefined;
}) {
  const [text, setText] = useState(match.name);
  const [page, setPage] = useState(1);
  const words = useDebounced(text.trim(), searchDebounceMs);
  const found = useQuery(guideChannelsQuery(words, page));
  const { channels = [], total = 0, totalPages = 0 } = words === '' ? {} : (found.data ?? {});
  const isChosen = ({ sourceId, guideId }: GuideChoice): boolean =>
    match.link?.sourceId === sourceId && match.link.guideId === guideId;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Guía de ${match.name}`}
      size="md"
      actions={
        <>
          {onUndo !== undefined && (
            <Button variant="ghost" onClick={onUndo}>
              Deshacer lo elegido
            </Button>
          )}
          <Button variant="line" onClick={() => onChoose(noGuide)}>
            Ninguna
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <div className="guidesearch">
        <SearchField
          label="Buscar en las guías"
          placeholder="Nombre o identificador"
          maxLength={searchMaxLength}
          value={text}
          onValueChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
        {found.isError && (
          <Notice tone="danger">{messageOf(found.error, 'No se pudo buscar en las guías.')}</Notice>
        )}
        {found.isLoading && <SkeletonRows count={4} label="Buscando..." />}
        <p className="vh" role="status">
          {found.isSuccess && words !== '' ? `${total.toLocaleString('es')} encontrados` : ''}
        </p>
        {found.isSuccess && words !== '' && total === 0 && (
          <p>Ninguna guía tiene un canal con esas palabras. Prueba con menos, o con otro nombre del canal.</p>
        )}
        <ul aria-label="Canales de las guías">
          {channels.map((channel) => (
            <li key={`${channel.sourceId} ${channel.guideId}`}>
              <span>
                <b>{nameOf(channel)}</b>
                <small>{describeGuideChannel(channel)}</small>
              </span>
              <Button size="sm" disabled={isChosen(channel)} onClick={() => onChoose(channel)}>
                {isChosen(channel) ? 'Es la suya' : 'Elegir'} <span className="vh">{nameOf(channel)}</span>
              </Button>
            </li>
          ))}
        </ul>
        <Pagination
          label="Páginas de canales de las guías"
          page={page}
          totalPages={totalPages}
          onPageChange={setPage}
          summary={
            total > channels.length
              ? `Mostrando ${channels.length} de ${total.toLocaleString('es')}`
              : undefined
          }
        />
      </div>
    </Dialog>
  );
}
