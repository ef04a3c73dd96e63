import { Badge } from '@butaca/ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { sourceReportsQuery } from './channels.queries.ts';
import { agoInWords, verdictWords } from './source-words.ts';

interface SourceStateProps {
  channelId: string | undefined;
  sourceId: string | undefined;
}

/** What real plays have shown of a source of a channel: nothing for one that has not failed lately. */
export function SourceState({ channelId, sourceId }: SourceStateProps) {
  const { data } = useQuery(
    channelId === undefined || sourceId === undefined
      ? { ...sourceReportsQuery(''), queryFn: skipToken }
      : sourceReportsQuery(channelId),
  );
  const report = data?.reports.find(({ _id }) => _id === sourceId);
  if (report === undefined) return null;
  return (
    <p className="source__state">
      {report.isUnstable && <Badge tone="warn">Inestable</Badge>}
      <span>
        Último fallo, {agoInWords(report.agoSeconds)}: {verdictWords[report.verdict]}
      </span>
    </p>
  );
}
