import type { GuideOffer, GuideSource } from '@butaca/contract';
import { formatFileSize, type BadgeProps } from '@butaca/ui';
import { counted } from '../../../platform/counted.ts';
import { dayInWords, momentInWords } from '../../../platform/moment.ts';
import { intervalInWords } from '../providers/provider-words.ts';

/** Where a guide comes from, below its name. */
export function originInWords({ kind, address }: Pick<GuideSource, 'kind' | 'address'>): string {
  if (kind === 'file') return 'Archivo subido';
  return kind === 'xtream' ? `Cuenta Xtream en ${address}` : address;
}

/** Where the guide is that a provider offers. */
export const offerInWords = ({ kind, address }: Pick<GuideOffer, 'kind' | 'address'>): string =>
  kind === 'xtream' ? `De su cuenta Xtream, en ${address}` : `La nombra su lista: ${address}`;

/** The badge that says how a guide stands. */
export function badgeOf({ kind, state, progress, isPaused, refreshedAt }: GuideSource): {
  label: string;
  tone: NonNullable<BadgeProps['tone']>;
} {
  if (state === 'refreshing')
    return { label: progress === null ? 'En cola' : 'Actualizando...', tone: 'line' };
  if (state === 'failed') return { label: 'Falló', tone: 'danger' };
  if (isPaused) return { label: 'En pausa', tone: 'off' };
  if (refreshedAt === null) return { label: 'Sin leer', tone: 'off' };
  return kind === 'file' ? { label: 'Leída', tone: 'ok' } : { label: 'Al día', tone: 'ok' };
}

/** How far a running refresh is; `percent` is `null` where the size of the guide is not known. */
export function progressInWords({
  phase,
  receivedBytes,
  expectedBytes,
  programmes,
}: NonNullable<GuideSource['progress']>): { label: string; detail: string; percent: number | null } {
  const read = counted(programmes, 'programa', 'programas');
  if (phase === 'reading') return { label: 'Leyendo', detail: read, percent: null };
  if (phase === 'writing') return { label: 'Guardando', detail: read, percent: null };
  const received = formatFileSize(receivedBytes);
  if (expectedBytes === 0) return { label: 'Descargando', detail: received, percent: null };
  return {
    label: 'Descargando',
    detail: `${received} de ${formatFileSize(expectedBytes)}`,
    percent: (100 * receivedBytes) / expectedBytes,
  };
}

/** What was read of a guide: how many channels have their programmes from it, what is kept, and until when. */
export function contentInWords({
  channels,
  programmes,
  linkedChannels,
  broken,
  lastAt,
  refreshedAt,
}: GuideSource): string[] {
  if (refreshedAt === null) return ['Nada todavía'];
  return [
    counted(linkedChannels, 'canal la usa', 'canales la usan'),
    counted(programmes, 'programa', 'programas'),
    `Tiene ${counted(channels, 'canal', 'canales')}`,
    ...(lastAt === null ? [] : [`Hasta el ${dayInWords(lastAt)}`]),
    ...(broken === 0 ? [] : [counted(broken, 'parte ilegible', 'partes ilegibles')]),
  ];
}

/** When a guide was refreshed last and will be next. */
export function scheduleInWords({
  kind,
  state,
  triedAt,
  refreshedAt,
  nextRefreshAt,
  refreshHours,
  isPaused,
}: GuideSource): string[] {
  const last = refreshedAt === null ? 'Todavía sin leer' : `Última: ${momentInWords(refreshedAt)}`;
  const tried = state === 'failed' && triedAt !== null ? [`Intento: ${momentInWords(triedAt)}`] : [];
  if (kind === 'file') return [last, ...tried, 'Se sube a mano'];
  if (isPaused) return [last, ...tried, 'En pausa'];
  if (refreshHours === null) return [last, ...tried, 'Solo a mano'];
  return [
    last,
    ...tried,
    nextRefreshAt === null ? intervalInWords(refreshHours) : `Próxima: ${momentInWords(nextRefreshAt)}`,
  ];
}

/** What is lost with a guide. */
export function lossInWords({ name, programmes, linkedChannels }: GuideSource): string {
  const kept = counted(programmes, 'programa', 'programas');
  const using =
    linkedChannels === 0
      ? 'Ningún canal la usa.'
      : `${counted(linkedChannels, 'canal la usa y tomará', 'canales la usan y tomarán')} la de otra guía, o se ${linkedChannels === 1 ? 'quedará' : 'quedarán'} sin ninguna.`;
  return `Se eliminará «${name}» con ${kept}, y lo que elegiste a mano de ella. ${using}`;
}
