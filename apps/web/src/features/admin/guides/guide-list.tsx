import type { GuideCoverage, GuideSource } from '@butaca/contract';
import { Button, ConfirmDialog, EmptyState, ErrorState, notify, ProgressBar, SkeletonRows } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { GuideDialog } from './guide-dialog.tsx';
import { GuideFileDialog } from './guide-file-dialog.tsx';
import { GuideOffers } from './guide-offers.tsx';
import { GuideTable, type GuideAct } from './guide-table.tsx';
import { lossInWords } from './guide-words.ts';
import './guides.css';
import { everyGuideQuery, guidesQuery, removeGuide } from './guides.queries.ts';

/** Which dialog is open, and about which guide. */
type Opened = { dialog: 'add' | 'upload' | 'none' } | { dialog: GuideAct; source: GuideSource };

/** «Guías»: the programme guides with their refreshes, those that providers offer, and how many channels have one. */
export function GuideList() {
  const guides = useQuery(guidesQuery());
  const [opened, setOpened] = useState<Opened>({ dialog: 'none' });
  const close = (): void => setOpened({ dialog: 'none' });
  const { sources = [], offers = [], coverage } = guides.data ?? {};
  return (
    <div className="guides">
      <p className="guides__intro">
        Una guía es un archivo XMLTV que dice qué emite cada canal y a qué hora. Con ella tus canales enseñan
        lo que dan ahora, lo que viene después y la programación de los próximos días.
      </p>
      <div className="guides__acts">
        <Button
          variant="primary"
          size="sm"
          icon={<Plus className="ico" />}
          onClick={() => setOpened({ dialog: 'add' })}
        >
          Agregar guía
        </Button>
        <Button
          variant="line"
          size="sm"
          icon={<Upload className="ico" />}
          onClick={() => setOpened({ dialog: 'upload' })}
        >
          Subir archivo
        </Button>
      </div>
      {guides.isPending && <SkeletonRows count={4} label="Cargando guías..." />}
      {guides.isLoadingError && (
        <ErrorState
          title={messageOf(guides.error, 'No se pudieron cargar las guías.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void guides.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {coverage !== undefined && sources.length > 0 && <Coverage coverage={coverage} />}
      <GuideOffers offers={offers} />
      {guides.isSuccess && sources.length === 0 && (
        <EmptyState
          title="Todavía no hay guías."
          reason={
            offers.length > 0
              ? 'Usa una de las que ofrecen tus proveedores, pega la dirección de otra o sube un archivo. Butaca busca qué canal es cada uno.'
              : 'Pega la dirección de una (suele acabar en .xml o .xml.gz) o sube un archivo. Butaca busca qué canal es cada uno, y te pregunta cuando no está claro.'
          }
        />
      )}
      {sources.length > 0 && (
        <GuideTable sources={sources} onAct={(dialog, source) => setOpened({ dialog, source })} />
      )}
      {opened.dialog === 'add' && <GuideDialog source={undefined} onClose={close} />}
      {opened.dialog === 'upload' && <GuideFileDialog source={undefined} onClose={close} />}
      {opened.dialog === 'edit' && <GuideDialog source={opened.source} onClose={close} />}
      {opened.dialog === 'replace' && <GuideFileDialog source={opened.source} onClose={close} />}
      {opened.dialog === 'remove' && <RemoveGuide source={opened.source} onClose={close} />}
    </div>
  );
}

/** How many channels have a guide, with the way to those that wait for a decision. */
function Coverage({ coverage: { channels, withGuide, toConfirm, sentence } }: { coverage: GuideCoverage }) {
  return (
    <section className="guides__coverage" aria-label="Canales con guía">
      <ProgressBar
        hideLabel
        thick
        value={channels === 0 ? 0 : (100 * withGuide) / channels}
        label="Canales con guía"
        detail={sentence}
      />
      <p aria-live="polite">{sentence}.</p>
      {toConfirm > 0 && (
        <Button
          size="sm"
          icon={<ListChecks className="ico" />}
          render={<Link to={{ search: '?tab=guide_matches' }} />}
        >
          {`Confirmar ${counted(toConfirm, 'canal', 'canales')}`}
        </Button>
      )}
    </section>
  );
}

/** Asks before a guide is deleted; open while it is rendered. */
function RemoveGuide({ source, onClose }: { source: GuideSource; onClose: () => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeGuide(source._id),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo eliminar la guía.')),
    onSettled: () => {
      onClose();
      void queryClient.invalidateQueries(everyGuideQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="¿Eliminar la guía?"
      confirmLabel="Eliminar guía"
      onConfirm={() => removal.mutate()}
      pending={removal.isPending}
    >
      {lossInWords(source)}
    </ConfirmDialog>
  );
}
