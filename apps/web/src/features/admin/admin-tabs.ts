import { ListVideo, Tv, type LucideIcon } from 'lucide-react';

export interface AdminTab {
  key: string;
  label: string;
  group: string;
  icon: LucideIcon;
}

/** The tabs of the panel, in the order and under the groups of its side list. */
export const adminTabs = [
  { key: 'm3u_to_channels', label: 'Subir M3U Canales', group: 'Importar', icon: ListVideo },
  { key: 'manage_channels', label: 'Todos los Canales', group: 'Canales', icon: Tv },
] as const satisfies readonly AdminTab[];

export type AdminTabKey = (typeof adminTabs)[number]['key'];

/** The tab that the address names, else the first. */
export function readTab(key: string | null): AdminTabKey {
  return adminTabs.find((tab) => tab.key === key)?.key ?? adminTabs[0].key;
}
