import { useQuery } from '@tanstack/react-query';
import { themeQuery, type WatchedItem } from './enrichment.queries.ts';
import { InfoPanel } from './info-panel.tsx';
import { PageTheme } from './page-theme.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import './enrichment.css';

interface EnrichmentProps extends WatchedItem {
  /** Somebody has asked for it, who may have the focus: the first panel takes it on. */
  isAwaited: boolean;
}

/** What the watch page knows beside its video: three answers, each on its own. @see the specification, section 4 (AI panels) */
export function Enrichment({ isAwaited, ...item }: EnrichmentProps) {
  // It has a colour of its own, and nothing is like it.
  const isChannel = item.itemType === 'channel';
  const { data: theme } = useQuery({ ...themeQuery(item), enabled: !isChannel });
  return (
    <>
      {theme === undefined ? null : <PageTheme theme={theme} />}
      <InfoPanel item={item} isAwaited={isAwaited} />
      {isChannel ? null : <RecommendationsPanel item={item} />}
    </>
  );
}
