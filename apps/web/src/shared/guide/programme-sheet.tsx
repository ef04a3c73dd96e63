import type { EndpointAnswer, getProgramme, Programme } from '@butaca/contract';
import { Badge, Button, Dialog } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { History, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../platform/api/api-error.ts';
import { archivePath } from '../archive-path.ts';
import type { Lineup, LineupChannel } from '../card/lineup.ts';
import { paths } from '../paths.ts';
import { programmeQuery } from './guide.queries.ts';
import { dayText, episodeText, spanText } from './programme-time.ts';
import { RemindButton } from './remind-button.tsx';
import { useGuideMinute } from './use-guide-minute.ts';
import './programme-sheet.css';

/** A programme of a channel, which its sheet shows. */
export interface SheetSubject {
  channel: Pick<LineupChannel, '_id' | 'name' | 'logo' | 'colour'>;
  programme: Programme;
}

interface ProgrammeSheetProps {
  /** The programme that was chosen; `undefined` while the sheet is closed. */
  subject: SheetSubject | undefined;
  onClose: () => void;
  /** The path of the present screen, to which the watch page returns. */
  from: string;
  /** The list through which the watch page changes the channel. */
  lineup: Lineup | undefined;
  /** Chooses the element that gets the focus when the sheet closes. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/**
 * The sheet of a programme: when it is shown, what it is about, when it is shown again, and the next episodes of its series.
 * Its main action opens the channel.
 */
export function ProgrammeSheet({ subject, onClose, from, lineup, finalFocus }: ProgrammeSheetProps) {
  // While the sheet closes, it still shows the programme that it has shown.
  const [shown, setShown] = useState(subject);
  const [opened, setOpened] = useState(subject);
  if (subject !== undefined && subject !== opened) {
    setOpened(subject);
    setShown(subject);
  }
  if (subject === undefined && opened !== undefined) setOpened(undefined);
  if (shown === undefined) return null;
  return (
    <Sheet
      {...shown}
      isOpen={subject !== undefined}
      onClose={onClose}
      onChoose={setShown}
      from={from}
      lineup={lineup}
      finalFocus={finalFocus}
    />
  );
}

interface SheetProps extends SheetSubject, Omit<ProgrammeSheetProps, 'subject'> {
  isOpen: boolean;
  onChoose: (subject: SheetSubject) => void;
}

function Sheet({ channel, programme, isOpen, onClose, onChoose, from, lineup, finalFocus }: SheetProps) {
  const details = useQuery({ ...programmeQuery(channel._id, programme.startsAt), enabled: isOpen });
  const minute = useGuideMinute();
  const { _id, name: title, logo, colour } = channel;
  const isOn = Date.parse(programme.startsAt) <= minute && minute < Date.parse(programme.endsAt);
  const origin = { from, title, logo, colour, ...(lineup !== undefined && { lineup }) };
  // The programme of the list may be from before it began, when there was no beginning to play yet.
  const { canPlayFromStart } = details.data?.programme ?? programme;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={programme.title}
      finalFocus={finalFocus}
      description={
        <>
          <Facts programme={programme} channel={title} details={details.data} minute={minute} />
          <About details={details.data} failure={details.error} />
        </>
      }
      actions={
        <>
          <RemindButton channelId={_id} programme={programme} />
          {canPlayFromStart ? (
            <Button
              icon={<History className="ico" aria-hidden />}
              render={<Link to={archivePath(_id, programme.startsAt)} state={origin} />}
            >
              Desde el principio
            </Button>
          ) : null}
          <Button
            variant="primary"
            icon={<Play className="ico ico--fill" aria-hidden />}
            render={<Link to={paths.watch('channel', _id)} data-watch state={origin} />}
          >
            {isOn ? 'Ver' : `Ver ${title}`}
          </Button>
        </>
      }
    >
      {details.data === undefined ? null : (
        <Others details={details.data} channel={channel} minute={minute} onChoose={onChoose} />
      )}
    </Dialog>
  );
}

type Details = EndpointAnswer<typeof getProgramme>;

interface FactsProps {
  programme: Programme;
  channel: string;
  details: Details | undefined;
  minute: number;
}

function Facts({ programme, channel, details, minute }: FactsProps) {
  const startMs = Date.parse(programme.startsAt);
  const isOn = startMs <= minute && minute < Date.parse(programme.endsAt);
  const { year, ageRating, isRepeat } = details?.programme ?? {};
  const facts = [
    channel,
    episodeText(programme),
    programme.categories.slice(0, 3).join(', '),
    year,
    ageRating,
  ];
  return (
    <p className="sheet__facts">
      <b>
        {dayText(startMs, minute)}, {spanText(programme)}
      </b>
      {isOn ? <Badge tone="live">Ahora</Badge> : null}
      {programme.isNew ? <Badge>Nuevo</Badge> : null}
      {programme.isLive ? <Badge>En directo</Badge> : null}
      {isRepeat === true ? <Badge>Repetición</Badge> : null}
      {facts.filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function About({ details, failure }: { details: Details | undefined; failure: Error | null }) {
  if (details !== undefined) {
    return <p className="sheet__text">{details.programme.description ?? 'La guía no trae descripción.'}</p>;
  }
  if (failure === null) return <span className="sheet__text sk sk--line" aria-hidden />;
  return (
    <p className="sheet__text" role="alert">
      {messageOf(failure, 'No se pudo cargar la ficha. Ciérrala y ábrela de nuevo.')}
    </p>
  );
}

interface OthersProps {
  details: Details;
  channel: SheetSubject['channel'];
  minute: number;
  onChoose: (subject: SheetSubject) => void;
}

function Others({ details: { otherShowings, nextEpisodes }, channel, minute, onChoose }: OthersProps) {
  const episodes = nextEpisodes.map((programme) => ({ channel, programme }));
  const showings = otherShowings.map(({ channel: other, ...programme }) => ({ channel: other, programme }));
  return (
    <div className="sheet__lists">
      <Showings
        heading="Próximos episodios"
        subjects={episodes}
        nameOf={({ programme }) => episodeText(programme) || programme.title}
        minute={minute}
        onChoose={onChoose}
      />
      <Showings
        heading="Otras emisiones"
        subjects={showings}
        nameOf={({ channel: { name } }) => name}
        minute={minute}
        onChoose={onChoose}
      />
    </div>
  );
}

/** How many showings a list has: what is further away is of little use, and the main action stays in view. */
const mostShowings = 5;

interface ShowingsProps {
  heading: string;
  subjects: readonly SheetSubject[];
  nameOf: (subject: SheetSubject) => string;
  minute: number;
  onChoose: (subject: SheetSubject) => void;
}

function Showings({ heading, subjects, nameOf, minute, onChoose }: ShowingsProps) {
  if (subjects.length === 0) return null;
  return (
    <section className="sheet__list" aria-label={heading}>
      <h3>{heading}</h3>
      <ul>
        {subjects.slice(0, mostShowings).map((subject) => (
          <li key={`${subject.channel._id} ${subject.programme.startsAt}`}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                // The list goes with the programme that it belongs to, so the focus moves to the main action before.
                const dialog = currentTarget.closest('[role="dialog"]');
                dialog?.querySelector<HTMLElement>('[data-watch]')?.focus();
                onChoose(subject);
              }}
            >
              <span>
                {dayText(Date.parse(subject.programme.startsAt), minute)}, {spanText(subject.programme)}
              </span>
              <span>{nameOf(subject)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
