import { useQuery } from '@tanstack/react-query';
import { themeQuery, type WatchedItem } from './enrichment.queries.ts';
import { InfoPanel } from './info-panel.tsx';
import { PageTheme } from './page-theme.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import './enrichment.css';

/** What the watch page knows beside its video: three answers, each on its own. @see the specification, section 4 (AI panels) */
export function Enrichment(item: WatchedItem) {
  const { data: theme } = useQuery(themeQuery(item));
  // A channel has a colour of its own, and only what was made for it is better.
  const isThemed = theme !== undefined && (item.itemType !== 'channel' || theme.source === 'gemini');
  return (
    <>
      {isThemed ? <PageTheme theme={theme} /> : null}
      <InfoPanel item={item} />
      {/* A channel has none. */}
      {item.itemType === 'channel' ? null : <RecommendationsPanel item={item} />}
    </>
  );
}
