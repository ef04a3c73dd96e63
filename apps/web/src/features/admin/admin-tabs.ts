import {
  BookHeart,
  ChartColumn,
  Clapperboard,
  CreditCard,
  DatabaseBackup,
  FilePlus,
  FileUp,
  Film,
  Globe,
  Heart,
  History,
  Inbox,
  Layers,
  Library,
  ListPlus,
  ListVideo,
  type LucideIcon,
  ScrollText,
  Settings2,
  Sparkles,
  SquarePen,
  Tv,
  Users,
  Warehouse,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface AdminTab {
  key: string;
  label: string;
  group: string;
  icon: LucideIcon;
  /**
   * Loads the React component of an administration tab, which is shown below the tab's heading inside the page's
   * `main`.
   */
  load(): Promise<ComponentType>;
  /** Whether the notice about an installed demonstration catalogue is shown above the content of the tab. */
  hasDemoNotice?: boolean;
}

/** «Gestionar Usuarios», the administration tab that is shown when the URL names no tab. */
const manageUsers: AdminTab = {
  key: 'manage_users',
  label: 'Gestionar Usuarios',
  group: 'Usuarios',
  icon: Users,
  load: async () => (await import('./users/user-list.tsx')).UserList,
  hasDemoNotice: true,
};

/** The tabs of the administration panel, in the order and under the group headings of its side menu. */
export const adminTabs: readonly AdminTab[] = [
  {
    key: 'summary',
    label: 'Resumen',
    group: 'Usuarios',
    icon: ChartColumn,
    load: async () => (await import('./stats/stats-panel.tsx')).StatsPanel,
    hasDemoNotice: true,
  },
  manageUsers,
  {
    key: 'plans',
    label: 'Planes',
    group: 'Usuarios',
    icon: CreditCard,
    load: async () => (await import('./plans/plan-limits.tsx')).PlanLimits,
  },
  {
    key: 'plan_requests',
    label: 'Peticiones de plan',
    group: 'Usuarios',
    icon: Inbox,
    load: async () => (await import('./plan-requests/plan-request-list.tsx')).PlanRequestList,
  },
  {
    key: 'settings',
    label: 'Ajustes',
    group: 'Usuarios',
    icon: Settings2,
    load: async () => (await import('./settings/settings-panel.tsx')).SettingsPanel,
  },
  {
    key: 'add_vod',
    label: 'Agregar/Editar VOD',
    group: 'VOD',
    icon: FilePlus,
    load: async () => (await import('./videos/video-editor.tsx')).VideoEditor,
  },
  {
    key: 'manage_vod',
    label: 'Todos los VODs',
    group: 'VOD',
    icon: Library,
    load: async () => (await import('./videos/video-lists.tsx')).AllVideos,
  },
  {
    key: 'manage_movies',
    label: 'Películas',
    group: 'VOD',
    icon: Film,
    load: async () => (await import('./videos/video-lists.tsx')).MovieList,
  },
  {
    key: 'manage_series',
    label: 'Series',
    group: 'VOD',
    icon: Clapperboard,
    load: async () => (await import('./videos/video-lists.tsx')).SeriesList,
  },
  {
    key: 'manage_animes',
    label: 'Animes',
    group: 'VOD',
    icon: Sparkles,
    load: async () => (await import('./videos/video-lists.tsx')).AnimeList,
  },
  {
    key: 'manage_doramas',
    label: 'Doramas',
    group: 'VOD',
    icon: Heart,
    load: async () => (await import('./videos/video-lists.tsx')).DoramaList,
  },
  {
    key: 'manage_novelas',
    label: 'Novelas',
    group: 'VOD',
    icon: BookHeart,
    load: async () => (await import('./videos/video-lists.tsx')).NovelaList,
  },
  {
    key: 'manage_documentales',
    label: 'Documentales',
    group: 'VOD',
    icon: Globe,
    load: async () => (await import('./videos/video-lists.tsx')).DocumentalList,
  },
  {
    key: 'add_list',
    label: 'Agregar lista',
    group: 'Importar',
    icon: ListPlus,
    load: async () => (await import('./assistant/list-assistant.tsx')).ListAssistant,
  },
  {
    key: 'providers',
    label: 'Proveedores',
    group: 'Importar',
    icon: Warehouse,
    load: async () => (await import('./providers/provider-list.tsx')).ProviderList,
  },
  {
    key: 'bulk_vod_upload',
    label: 'Carga Masiva VOD',
    group: 'Importar',
    icon: FileUp,
    load: async () => (await import('./imports/upload-videos.tsx')).UploadVideos,
  },
  {
    key: 'm3u_to_channels',
    label: 'Subir M3U Canales',
    group: 'Importar',
    icon: ListVideo,
    load: async () => (await import('./imports/upload-channels.tsx')).UploadChannels,
  },
  {
    key: 'imports',
    label: 'Importaciones',
    group: 'Importar',
    icon: History,
    load: async () => (await import('./imports/import-list.tsx')).ImportList,
  },
  {
    key: 'migration_panel',
    label: 'Migración',
    group: 'Importar',
    icon: Layers,
    load: async () => (await import('./film-merge/film-merge-panel.tsx')).FilmMergePanel,
  },
  {
    key: 'manage_channels',
    label: 'Todos los canales',
    group: 'Canales',
    icon: Tv,
    load: async () => (await import('./channels/channel-list.tsx')).ChannelList,
  },
  {
    key: 'add_channel',
    label: 'Agregar/Editar Canal',
    group: 'Canales',
    icon: SquarePen,
    load: async () => (await import('./channels/channel-editor.tsx')).ChannelEditor,
  },
  {
    key: 'audit',
    label: 'Registro',
    group: 'Servidor',
    icon: ScrollText,
    load: async () => (await import('./audit/audit-log.tsx')).AuditLog,
  },
  {
    key: 'backups',
    label: 'Copias de seguridad',
    group: 'Servidor',
    icon: DatabaseBackup,
    load: async () => (await import('./backup/backup-list.tsx')).BackupList,
  },
];

/** The administration tab that the URL names in `?tab=`, or the tab of the users. */
export function readTab(key: string | null): AdminTab {
  return adminTabs.find((tab) => tab.key === key) ?? manageUsers;
}
