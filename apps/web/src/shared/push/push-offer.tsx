import { Button, notify } from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { messageOf } from '../../platform/api/api-error.ts';
import { pushSettingQuery, turnOnPush } from './push.queries.ts';
import { blockedSentence, unavailableSentence } from './push-sentences.ts';

/** Offers notices while the page is closed. Renders nothing where they are on, refused or impossible. */
export function PushOffer() {
  const { data } = useQuery(pushSettingQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: turnOnPush,
    onSuccess: (setting) => {
      if (setting === 'on') notify.ok('Te avisaremos aunque la página esté cerrada.');
      if (setting === 'blocked') notify.error(blockedSentence);
    },
    onError: (error) => notify.error(messageOf(error, unavailableSentence)),
  });
  if (data !== 'off') return null;
  return (
    <Button loading={isPending} icon={<BellRing className="ico" aria-hidden />} onClick={() => mutate()}>
      Avisarme aunque la página esté cerrada
    </Button>
  );
}
