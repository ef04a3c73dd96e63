import type { Programme } from '@butaca/contract';
import { Button, lazyPart, notify } from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BellOff, BellPlus } from 'lucide-react';
import { messageOf } from '../../platform/api/api-error.ts';
import { addReminder, remindersQuery, removeReminder } from './reminders.queries.ts';
import { useGuideMinute } from './use-guide-minute.ts';

/** Loaded when the person has a reminder of the programme. */
const pushOffer = lazyPart(async () => (await import('../push/push.ts')).PushOffer);

interface RemindButtonProps {
  channelId: string;
  programme: Programme;
}

/**
 * Asks to be reminded of a programme, or no longer, and offers to be told while the page is closed. Renders nothing
 * for a programme that has begun.
 */
export function RemindButton({ channelId, programme }: RemindButtonProps) {
  const { data } = useQuery(remindersQuery);
  const minute = useGuideMinute();
  const reminder = data?.find(
    ({ channel, startsAt }) => channel._id === channelId && startsAt === programme.startsAt,
  );
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      reminder === undefined ? addReminder(channelId, programme.startsAt) : removeReminder(reminder._id),
    onError: (error) =>
      notify.error(messageOf(error, 'No se pudo guardar el recordatorio. Inténtalo de nuevo.')),
  });
  const { Part: PushOffer } = pushOffer.usePart(reminder !== undefined && 'PushManager' in window);
  if (Date.parse(programme.startsAt) <= minute) return null;
  const Icon = reminder === undefined ? BellPlus : BellOff;
  return (
    <>
      <Button loading={isPending} icon={<Icon className="ico" aria-hidden />} onClick={() => mutate()}>
        {reminder === undefined ? 'Recordármelo' : 'Quitar recordatorio'}
      </Button>
      {PushOffer === undefined || reminder === undefined ? null : <PushOffer />}
    </>
  );
}
