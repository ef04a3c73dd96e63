import type { GuideMatch } from '@butaca/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  ProgressBar,
  SkeletonRows,
  TableTitle,
} from '@butaca/ui';
import { Check, ChevronLeft, ChevronRight, Search, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { GuideChannelDialog } from './guide-channel-dialog.tsx';
import { describeChannel, describeGuideChannel, nameOf } from './guide-match-words.ts';
import './guide-matches.css';
import { noGuide, type GuideChoice } from './guide-matches.queries.ts';
import { useConfirmKeys } from './use-confirm-keys.ts';
import { useConfirmations, type Confirmations } from './use-confirmations.ts';

/** «Por confirmar»: one after the other the channels that may be several channels of guides, to be decided with a key each. */
export function ConfirmMatches() {
  const confirmations = useConfirmations();
  const { first, open, total } = confirmations;
  const [searched, setSearched] = useState<GuideMatch>();
  useConfirmKeys({
    candidate(number) {
      const candidate = open?.candidates[number - 1];
      if (candidate !== undefined) confirmations.choose(candidate);
    },
    none: () => confirmations.choose(noGuide),
    undo: confirmations.undo,
    step: confirmations.step,
    search: () => setSearched(open),
  });
  if (first.isPending) return <SkeletonRows count={6} label="Cargando canales por confirmar..." />;
  if (first.isError)
    return (
      <ErrorState
        title={messageOf(first.error, 'No se pudieron cargar los canales por confirmar.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void first.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  if (total === 0)
    return (
      <EmptyState
        title="No hay nada por confirmar."
        reason="Aquí salen los canales que pueden ser varios de una guía, para que elijas cuál es cada uno."
        action={<ToGuides />}
      />
    );
  return (
    <div className="confirm">
      <Course confirmations={confirmations} />
      {open === undefined ? (
        <Finish confirmations={confirmations} />
      ) : (
        <OpenMatch match={open} confirmations={confirmations} />
      )}
      <Acts confirmations={confirmations} onSearch={() => setSearched(open)} />
      {open !== undefined && (
        <p className="confirm__keys" aria-hidden="true">
          <kbd>1</kbd> a <kbd>5</kbd> eligen · <kbd>0</kbd> o <kbd>N</kbd> ninguna · <kbd>Z</kbd> deshace ·{' '}
          <kbd>←</kbd> <kbd>→</kbd> otro canal
        </p>
      )}
      {searched !== undefined && (
        <GuideChannelDialog
          match={searched}
          onChoose={(choice) => {
            setSearched(undefined);
            confirmations.choose(choice);
          }}
          onClose={() => setSearched(undefined)}
        />
      )}
    </div>
  );
}

const ToGuides = () => (
  <Button variant="line" size="sm" render={<Link to={{ search: '?tab=guides' }} />}>
    Ver guías
  </Button>
);

/** How far the person is, and what was chosen last, which is announced to screen readers. */
function Course({ confirmations }: { confirmations: Confirmations }) {
  const { place, total, choices, open, matches, lastMade } = confirmations;
  const shown = Math.min(place + 1, total).toLocaleString('es');
  const last = matches.find(({ channelId }) => channelId === lastMade?.channelId);
  const choice = last && choices.get(last.channelId);
  return (
    <div className="confirm__course">
      <ProgressBar
        value={(100 * choices.size) / total}
        label={open === undefined ? 'Has visto todos' : `${shown} de ${total.toLocaleString('es')}`}
        detail={counted(choices.size, 'decidido', 'decididos')}
      />
      <p role="status">
        {last !== undefined && choice !== undefined ? (
          <>
            <b>{last.name}</b>: {describeChoice(last, choice)}. <span className="vh">Z lo deshace.</span>
          </>
        ) : (
          'Lo que elijas se puede deshacer.'
        )}
      </p>
    </div>
  );
}

/** The buttons below the candidates, which stay in sight. */
function Acts({ confirmations, onSearch }: { confirmations: Confirmations; onSearch: () => void }) {
  const { place, open, lastMade } = confirmations;
  return (
    <div className="confirm__acts" data-row>
      <Button
        size="sm"
        variant="line"
        icon={<Undo2 className="ico" />}
        disabled={lastMade === undefined}
        onClick={confirmations.undo}
      >
        Deshacer <kbd aria-hidden="true">Z</kbd>
      </Button>
      <Button
        size="sm"
        variant="line"
        icon={<Search className="ico" />}
        disabled={open === undefined}
        onClick={onSearch}
      >
        Buscar <span className="vh">otro canal en las guías</span> <kbd aria-hidden="true">B</kbd>
      </Button>
      <span>
        <IconButton
          label="Canal anterior"
          variant="soft"
          disabled={place === 0}
          onClick={() => confirmations.step(-1)}
        >
          <ChevronLeft className="ico" />
        </IconButton>
        <IconButton
          label="Canal siguiente"
          variant="soft"
          disabled={open === undefined}
          onClick={() => confirmations.step(1)}
        >
          <ChevronRight className="ico" />
        </IconButton>
      </span>
    </div>
  );
}

function describeChoice({ candidates }: GuideMatch, { sourceId, guideId }: GuideChoice): string {
  if (guideId === null) return 'sin guía';
  const chosen = candidates.find((each) => each.sourceId === sourceId && each.guideId === guideId);
  return `elegido «${chosen === undefined ? guideId : nameOf(chosen)}»`;
}

/** The open channel with its candidates. */
function OpenMatch({
  match,
  confirmations: { choices, choose },
}: {
  match: GuideMatch;
  confirmations: Confirmations;
}) {
  const choice = choices.get(match.channelId);
  const isChosen = ({ sourceId, guideId }: GuideChoice): boolean =>
    choice !== undefined && choice.sourceId === sourceId && choice.guideId === guideId;
  const option = (key: string, name: string, detail: string, likeness: string, value: GuideChoice) => (
    // The React key is the number of the candidate, so that the focus keeps its place when the next channel opens.
    <li key={key}>
      <button
        type="button"
        aria-pressed={isChosen(value)}
        aria-keyshortcuts={key === '0' ? '0 N' : key}
        // The second click of a double click would decide for the next channel.
        onClick={({ detail: clicks }) => clicks <= 1 && choose(value)}
      >
        <kbd aria-hidden="true">{key}</kbd>
        <span>
          <b>{name}</b>
          <small>{detail}</small>
        </span>
        {isChosen(value) ? <Check className="ico" aria-hidden="true" /> : <i className="num">{likeness}</i>}
      </button>
    </li>
  );
  return (
    <section className="confirm__open" aria-label={`Guía de ${match.name}`}>
      <div className="confirm__channel" aria-live="polite">
        <TableTitle
          name={match.name}
          detail={describeChannel(match)}
          imageShape="logo"
          imageUrl={match.logo}
        />
      </div>
      <h2>¿Cuál de la guía es este canal?</h2>
      <ol>
        {match.candidates.map((candidate, index) =>
          option(
            String(index + 1),
            nameOf(candidate),
            describeGuideChannel(candidate),
            `${Math.round(candidate.score * 100)} %`,
            candidate,
          ),
        )}
        {option('0', 'Ninguna', 'Este canal se queda sin guía.', '', noGuide)}
      </ol>
    </section>
  );
}

/** What stands behind the last channel: that all are decided, or the way to those that are not. */
function Finish({
  confirmations: { matches, choices, hasMore, isLoadingMore, loadMore, goTo },
}: {
  confirmations: Confirmations;
}) {
  const left = matches.findIndex(({ channelId }) => !choices.has(channelId));
  const none = [...choices.values()].filter(({ guideId }) => guideId === null).length;
  const undecided = matches.filter(({ channelId }) => !choices.has(channelId)).length;
  if (hasMore)
    return (
      <EmptyState
        title={`Has llegado al final de estos ${matches.length.toLocaleString('es')}.`}
        reason="Quedan más canales por confirmar."
        action={
          <Button variant="primary" size="sm" loading={isLoadingMore} onClick={loadMore}>
            Seguir con los demás
          </Button>
        }
      />
    );
  if (left !== -1)
    return (
      <EmptyState
        title={undecided === 1 ? 'Queda 1 canal por decidir.' : `Quedan ${undecided} canales por decidir.`}
        reason="Los que no sabes puedes dejarlos para otro día: siguen aquí."
        action={
          <Button variant="primary" size="sm" onClick={() => goTo(left)}>
            Volver a los que faltan
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="Todo confirmado."
      reason={`${counted(choices.size - none, 'canal tiene', 'canales tienen')} la guía que elegiste${none === 0 ? '' : `, y ${counted(none, 'canal se queda', 'canales se quedan')} sin guía`}. Lo elegido se conserva cuando la guía se actualiza.`}
      action={<ToGuides />}
    />
  );
}
