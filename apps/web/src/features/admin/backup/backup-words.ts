import type { Backup } from '@butaca/contract';
import { counted } from '../../../platform/counted.ts';

/**
 * The numbers of accounts, channels and videos in a database or backup as a text: «1.204 usuarios · 60 canales · 2.084
 * VODs».
 */
export function contentsInWords(
  { accounts, channels, videos }: { accounts: number; channels: number; videos: number },
  separator = ' · ',
): string {
  return [
    counted(accounts, 'usuario', 'usuarios'),
    counted(channels, 'canal', 'canales'),
    counted(videos, 'VOD', 'VODs'),
  ].join(separator);
}

/** The Spanish text that says why a backup was made: by hand, before a film merge, a restore or an upgrade, or uploaded. */
export const originWords: Readonly<Record<Backup['origin'], string>> = {
  manual: 'Creada a mano',
  command: 'Hecha con npm run backup',
  migration: 'Automática, antes de una migración',
  restore: 'Automática, antes de una restauración',
  upgrade: 'Automática, antes de una actualización',
  upload: 'Subida',
};
