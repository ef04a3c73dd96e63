import {
  ChartColumn,
  CreditCard,
  DatabaseBackup,
  History,
  Inbox,
  Layers,
  Library,
  ListPlus,
  type LucideIcon,
  ScrollText,
  Settings2,
  Tv,
  Users,
  Warehouse,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface AdminTab {
  key: string;
  label: string;
  /**
   * Loads the React component of an administration tab, which is shown below the tab's heading inside the page's
   * `main`.
   */
  load(): Promise<ComponentType>;
  /** Whether the notice about an installed demonstration catalogue is shown above the content of the tab. */
  hasDemoNotice?: boolean;
}

/** An administration tab that has a line with an icon in the panel's menu. */
export interface MenuTab extends AdminTab {
  icon: LucideIcon;
  /** The forms that belong to the tab: each has an indented line below it in the menu. */
  forms?: readonly AdminTab[];
  /**
   * The tabs with the same table, filtered, or with what belongs to it: a strip above the content leads to them, and the
   * menu does not name them.
   */
  filters?: readonly AdminTab[];
}

/** «Gestionar Usuarios», the administration tab that is shown when the URL names no tab. */
const manageUsers: MenuTab = {
  key: 'manage_users',
  label: 'Gestionar Usuarios',
  icon: Users,
  load: async () => (await import('./users/user-list.tsx')).UserList,
  hasDemoNotice: true,
};

/** The menu of the administration panel: its groups, in their order, with their tabs. */
export const menuGroups: readonly { name: string; tabs: readonly MenuTab[] }[] = [
  {
    name: 'Contenido',
    tabs: [
      {
        key: 'manage_vod',
        label: 'Todos los VODs',
        icon: Library,
        load: async () => (await import('./videos/video-lists.tsx')).AllVideos,
        filters: [
          {
            key: 'manage_movies',
            label: 'Películas',
            load: async () => (await import('./videos/video-lists.tsx')).MovieList,
          },
          {
            key: 'manage_series',
            label: 'Series',
            load: async () => (await import('./videos/video-lists.tsx')).SeriesList,
          },
          {
            key: 'manage_animes',
            label: 'Animes',
            load: async () => (await import('./videos/video-lists.tsx')).AnimeList,
          },
          {
            key: 'manage_doramas',
            label: 'Doramas',
            load: async () => (await import('./videos/video-lists.tsx')).DoramaList,
          },
          {
            key: 'manage_novelas',
            label: 'Novelas',
            load: async () => (await import('./videos/video-lists.tsx')).NovelaList,
          },
          {
            key: 'manage_documentales',
            label: 'Documentales',
            load: async () => (await import('./videos/video-lists.tsx')).DocumentalList,
          },
        ],
        forms: [
          {
            key: 'add_vod',
            label: 'Agregar/Editar VOD',
            load: async () => (await import('./videos/video-editor.tsx')).VideoEditor,
          },
        ],
      },
      {
        key: 'manage_channels',
        label: 'Todos los canales',
        icon: Tv,
        load: async () => (await import('./channels/channel-list.tsx')).ChannelList,
        forms: [
          {
            key: 'add_channel',
            label: 'Agregar/Editar Canal',
            load: async () => (await import('./channels/channel-editor.tsx')).ChannelEditor,
          },
        ],
      },
    ],
  },
  { name: 'Personas', tabs: [manageUsers] },
  {
    name: 'Planes',
    tabs: [
      {
        key: 'plans',
        label: 'Planes',
        icon: CreditCard,
        load: async () => (await import('./plans/plan-list.tsx')).PlanList,
      },
      {
        key: 'plan_requests',
        label: 'Peticiones de plan',
        icon: Inbox,
        load: async () => (await import('./plan-requests/plan-request-list.tsx')).PlanRequestList,
      },
    ],
  },
  {
    name: 'Proveedores e importaciones',
    tabs: [
      {
        key: 'add_list',
        label: 'Agregar lista',
        icon: ListPlus,
        load: async () => (await import('./assistant/list-assistant.tsx')).ListAssistant,
        forms: [
          {
            key: 'bulk_vod_upload',
            label: 'Carga Masiva VOD',
            load: async () => (await import('./imports/upload-videos.tsx')).UploadVideos,
          },
          {
            key: 'm3u_to_channels',
            label: 'Subir M3U Canales',
            load: async () => (await import('./imports/upload-channels.tsx')).UploadChannels,
          },
        ],
      },
      {
        key: 'providers',
        label: 'Proveedores',
        icon: Warehouse,
        load: async () => (await import('./providers/provider-list.tsx')).ProviderList,
        filters: [
          {
            key: 'guides',
            label: 'Guías',
            load: async () => (await import('./guides/guide-list.tsx')).GuideList,
          },
          {
            key: 'guide_matches',
            label: 'Por confirmar',
            load: async () => (await import('./guide-matches/confirm-matches.tsx')).ConfirmMatches,
          },
          {
            key: 'guide_channels',
            label: 'Guía de cada canal',
            load: async () => (await import('./guide-matches/channel-guides.tsx')).ChannelGuides,
          },
        ],
      },
      {
        key: 'imports',
        label: 'Importaciones',
        icon: History,
        load: async () => (await import('./imports/import-list.tsx')).ImportList,
      },
      {
        key: 'migration_panel',
        label: 'Migración',
        icon: Layers,
        load: async () => (await import('./film-merge/film-merge-panel.tsx')).FilmMergePanel,
      },
    ],
  },
  {
    name: 'Sistema',
    tabs: [
      {
        key: 'summary',
        label: 'Resumen',
        icon: ChartColumn,
        load: async () => (await import('./stats/stats-panel.tsx')).StatsPanel,
        hasDemoNotice: true,
      },
      {
        key: 'settings',
        label: 'Ajustes',
        icon: Settings2,
        load: async () => (await import('./settings/settings-panel.tsx')).SettingsPanel,
      },
      {
        key: 'audit',
        label: 'Registro',
        icon: ScrollText,
        load: async () => (await import('./audit/audit-log.tsx')).AuditLog,
      },
      {
        key: 'backups',
        label: 'Copias de seguridad',
        icon: DatabaseBackup,
        load: async () => (await import('./backup/backup-list.tsx')).BackupList,
      },
    ],
  },
];

/** A tab of the menu with all tabs that belong to it, itself first. */
const withParts = (tab: MenuTab): AdminTab[] => [tab, ...(tab.filters ?? []), ...(tab.forms ?? [])];

/** All tabs of the administration panel, each with an address `?tab=<key>` of its own. */
export const adminTabs: readonly AdminTab[] = menuGroups.flatMap(({ tabs }) => tabs.flatMap(withParts));

/** The administration tab that the URL names in `?tab=`, or the tab of the users. */
export function readTab(key: string | null): AdminTab {
  return adminTabs.find((tab) => tab.key === key) ?? manageUsers;
}

/** The tab of the menu to which an administration tab belongs; a tab with a line of its own belongs to itself. */
export const findMenuTab = (tab: AdminTab): MenuTab =>
  menuGroups.flatMap(({ tabs }) => tabs).find((each) => withParts(each).includes(tab)) ?? manageUsers;
