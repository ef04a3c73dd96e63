import { buttonClass } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { archivePath } from '../../../shared/archive-path.ts';
import { programmeOnQuery } from './archive.queries.ts';
import './archive.css';

/** What a channel shows now, with the way to its start where the provider keeps it; nothing without a guide or an archive. */
export function FromStart({ channelId }: { channelId: string }) {
  const { data } = useQuery(programmeOnQuery(channelId));
  if (!data?.canPlayFromStart) return null;
  return (
    <section className="archive" aria-label="Programa en emisión">
      <p className="archive__title">
        <b>{data.title}</b> {timeOf(data.startsAt)} – {timeOf(data.endsAt)}
      </p>
      <Link className={buttonClass({ size: 'sm' })} to={archivePath(channelId, data.startsAt)}>
        <History className="ico" aria-hidden /> Ver desde el principio
      </Link>
    </section>
  );
}

const clock = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The time of day of an instant, where the person is. */
export const timeOf = (instant: string | number): string => clock.format(new Date(instant));
