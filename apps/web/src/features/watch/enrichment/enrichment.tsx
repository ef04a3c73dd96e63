import { useQuery } from '@tanstack/react-query';
import { themeQuery, type WatchedItem } from './enrichment.queries.ts';
import { InfoPanel } from './info-panel.tsx';
import { PageTheme } from './page-theme.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import './enrichment.css';

interface EnrichmentProps extends WatchedItem {
  /**
   * Whether the panels were loaded with a retry button that may have had the focus; the first panel then takes the
   * focus.
   */
  takesFocus: boolean;
}

/**
 * The enrichment of a title: theme, information and recommendations, each fetched independently.
 *
 * @see the specification, section 4 (AI panels)
 */
export function Enrichment({ takesFocus, ...item }: EnrichmentProps) {
  // A channel's theme is the colour of its logo, and channels have no recommendations.
  const isChannel = item.itemType === 'channel';
  const { data: theme } = useQuery({ ...themeQuery(item), enabled: !isChannel });
  return (
    <>
      {theme === undefined ? null : <PageTheme theme={theme} />}
      <InfoPanel item={item} takesFocus={takesFocus} />
      {isChannel ? null : <RecommendationsPanel item={item} />}
    </>
  );
}
