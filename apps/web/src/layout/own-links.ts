import { CircleCheck, Download, Heart, MonitorSmartphone, Tv, type LucideIcon } from 'lucide-react';
import { paths } from '../shared/paths.ts';

/** A link of a menu to a page that is not in the navigation. */
export interface OwnLinkLook {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The links to what belongs to a person, in the account menu and in the drawer. */
export const ownLinks: readonly OwnLinkLook[] = [
  { to: paths.myList, label: 'Mi lista', icon: Heart },
  { to: paths.devices, label: 'Dispositivos y sesiones', icon: MonitorSmartphone },
  { to: paths.activate, label: 'Activar un televisor', icon: Tv },
  { to: paths.plans, label: 'Planes', icon: CircleCheck },
  { to: paths.downloads, label: 'Aplicaciones', icon: Download },
];
