import { useQuery } from '@tanstack/react-query';
import { themeQuery, type WatchedItem } from './enrichment.queries.ts';
import { InfoPanel } from './info-panel.tsx';
import { PageTheme } from './page-theme.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import './enrichment.css';

interface EnrichmentProps extends WatchedItem {
  /**
   * Whether a retry button that may have had the focus was shown before the panels below the video loaded; the first
   * panel then takes the focus.
   */
  takesFocus: boolean;
}

/**
 * The enrichment of a watch page: colour theme, information panel and recommendations, each with its own API call.
 *
 * @see the specification, section 4 (AI panels)
 */
export function Enrichment({ takesFocus, ...item }: EnrichmentProps) {
  // A channel's page already has the colour of the channel's logo as its theme, and the server gives no recommendations
  // for channels.
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
