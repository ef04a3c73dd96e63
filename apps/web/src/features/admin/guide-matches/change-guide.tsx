import type { GuideMatch } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { everyGuideQuery } from '../guides/guides.queries.ts';
import { GuideChannelDialog } from './guide-channel-dialog.tsx';
import { describeLink } from './guide-match-words.ts';
import './guide-matches.css';
import { decideMatch, decisionScope, undoMatch, type GuideChoice } from './guide-matches.queries.ts';

/** Changes by hand from which channel of a guide a channel has its programmes; open while it is rendered. */
export function ChangeGuide({ match, onClose }: { match: GuideMatch; onClose: () => void }) {
  const { channelId, name, decision } = match;
  const queryClient = useQueryClient();
  const changing = useMutation({
    scope: decisionScope,
    mutationFn: (choice: GuideChoice | 'undo') =>
      choice === 'undo' ? undoMatch(channelId) : decideMatch(channelId, choice),
    onSuccess: (after) => {
      const link = describeLink(after).name;
      notify.ok(`Guía de «${name}»: ${link}.`);
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudo cambiar la guía del canal.')),
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  const change = (choice: GuideChoice | 'undo'): void => {
    changing.mutate(choice);
    onClose();
  };
  return (
    <GuideChannelDialog
      match={match}
      onChoose={change}
      onClose={onClose}
      onUndo={decision === null ? undefined : () => change('undo')}
    />
  );
}
