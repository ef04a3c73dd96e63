import { ListVideo, Tv, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export interface AdminTab {
  key: string;
  label: string;
  group: string;
  icon: LucideIcon;
  /** The content, fetched when it is first opened. It stands below the heading, inside the page's `main`. */
  load(): Promise<ComponentType>;
}

/** The tabs of the panel, in the order and under the groups of its side list. */
export const adminTabs: readonly [AdminTab, ...AdminTab[]] = [
  {
    key: 'm3u_to_channels',
    label: 'Subir M3U Canales',
    group: 'Importar',
    icon: ListVideo,
    load: async () => (await import('./imports/upload-channels.tsx')).UploadChannels,
  },
  {
    key: 'manage_channels',
    label: 'Todos los Canales',
    group: 'Canales',
    icon: Tv,
    load: async () => (await import('./channels/channel-list.tsx')).ChannelList,
  },
];

/** The tab that the address names, else the first. */
export function readTab(key: string | null): AdminTab {
  return adminTabs.find((tab) => tab.key === key) ?? adminTabs[0];
}
