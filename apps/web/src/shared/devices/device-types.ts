import type { DeviceType } from '@butaca/contract';
import { Monitor, Smartphone, Tablet, Tv, type LucideIcon } from 'lucide-react';

export const deviceTypeLooks: Readonly<Record<DeviceType, { name: string; icon: LucideIcon }>> = {
  mobile: { name: 'Teléfono', icon: Smartphone },
  tablet: { name: 'Tablet', icon: Tablet },
  tv: { name: 'Televisor', icon: Tv },
  pc: { name: 'PC/Web', icon: Monitor },
};
