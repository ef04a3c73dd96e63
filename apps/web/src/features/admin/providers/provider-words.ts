import {
  backgroundRequestsMost,
  type CertificateState,
  type Provider,
  type TriedStage,
} from '@butaca/contract';
import type { BadgeProps } from '@butaca/ui';
import { counted } from '../../../platform/counted.ts';
import { dayInWords, momentInWords } from '../../../platform/moment.ts';

export const stateWords: Readonly<
  Record<Provider['state'], { label: string; tone: NonNullable<BadgeProps['tone']> }>
> = {
  idle: { label: 'Al día', tone: 'ok' },
  refreshing: { label: 'Actualizando...', tone: 'line' },
  decision: { label: 'Necesita tu decisión', tone: 'warn' },
  failed: { label: 'Falló', tone: 'danger' },
  removed: { label: 'Eliminado', tone: 'off' },
};

/** The providers that the product has by itself; nobody can change or remove them. */
const builtIn: ReadonlySet<string> = new Set(['manual', 'demo']);
export const isBuiltIn = ({ _id }: Provider): boolean => builtIn.has(_id);

/** Whether the streams of a provider are at addresses that people have given, and not the product's own. */
export const takesAddresses = ({ _id }: Provider): boolean => _id !== 'demo';

/** Whether a provider is the list (`get.php`) of an account, and not the account itself. */
export const isListOfAccount = ({ kind, address }: Pick<Provider, 'kind' | 'address'>): boolean =>
  kind === 'm3u' && /\/get\.php(?:\?|$)/i.test(address);

/** The badge of a provider; one of uploaded files has no list that could be up to date. */
export function badgeOf(provider: Provider): (typeof stateWords)[Provider['state']] {
  const { kind, state, isPaused } = provider;
  if (isBuiltIn(provider)) return { label: 'De Butaca', tone: 'plain' };
  if (kind === 'file' && state === 'idle') return { label: 'Archivo', tone: 'plain' };
  if (isPaused && state === 'idle') return { label: 'En pausa', tone: 'off' };
  if (state === 'refreshing' && provider.isQueued) return { label: 'En cola', tone: 'line' };
  return stateWords[state];
}

/** What a person reads about the state of a provider; empty where the badge says it all. */
export function explainState(provider: Provider): string {
  const { state, error, change, purgedAt, waitingReason } = provider;
  if (state === 'removed')
    return purgedAt === null
      ? ''
      : `Lo que solo tiene este proveedor está oculto y se eliminará el ${dayInWords(purgedAt)}.`;
  if (state === 'decision') return waitingReason ?? '';
  if (state === 'failed') return error ?? '';
  return change ?? '';
}

/** What belongs to a provider: «120 canales, 2 películas, 10 ocultos»; a channel may count with several addresses. */
export function itemsInWords({ items: { sources, films, chapters, series, hidden } }: Provider): string {
  const parts = [
    [sources, 'dirección de canal', 'direcciones de canal'],
    [films, 'película', 'películas'],
    [series, 'serie', 'series'],
    [chapters, 'capítulo', 'capítulos'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  if (shown.length === 0) return 'Nada todavía';
  return [...shown, ...(hidden > 0 ? [counted(hidden, 'oculto', 'ocultos')] : [])].join(', ');
}

/** How many of a provider's connections are in use, and how many of its sources fail; nothing where neither is known. */
export function healthInWords({
  maxConnections,
  usedConnections,
  unstableSources,
  state,
}: Provider): string[] {
  if (state === 'removed') return [];
  return [
    ...(maxConnections === null
      ? []
      : [`En uso: ${usedConnections} de ${counted(maxConnections, 'conexión', 'conexiones')}`]),
    ...(unstableSources === 0 ? [] : [counted(unstableSources, 'fuente inestable', 'fuentes inestables')]),
  ];
}

/** How many requests a provider got today that nobody has asked for, and how many it may get. */
export function backgroundInWords(provider: Provider): string[] {
  const { state, backgroundRequests: sent, readsAhead } = provider;
  if (state === 'removed' || (sent === 0 && !readsAhead)) return [];
  const most = backgroundRequestsMost[readsAhead ? 'ahead' : 'byItself'];
  return [`Consultas por adelantado en un día: ${sent.toLocaleString('es')} de ${most.toLocaleString('es')}`];
}

/** When a list was refreshed last and will be next. */
export function scheduleInWords(provider: Provider): string[] {
  const { state, kind, refreshedAt, nextRefreshAt, isPaused, refreshHours } = provider;
  if (isBuiltIn(provider)) return ['—'];
  if (kind === 'file') return ['Se sube a mano'];
  const last = refreshedAt === null ? 'Todavía sin publicar' : `Última: ${momentInWords(refreshedAt)}`;
  if (state === 'removed') return [last];
  return [
    last,
    ...expiryInWords(provider),
    isPaused
      ? 'En pausa'
      : refreshHours === null
        ? 'Solo a mano'
        : nextRefreshAt === null
          ? intervalInWords(refreshHours)
          : `Próxima: ${momentInWords(nextRefreshAt)}`,
  ];
}

/** When the account of a provider ends, where it says so: the day in the provider's time zone. */
const expiryInWords = ({ expiresAt, timeZone }: Provider): string[] =>
  expiresAt === null ? [] : [`La cuenta caduca el ${dayInWords(expiresAt, timeZone ?? undefined)}`];

/**
 * What the queue of refreshes shows: what is refreshed now, what waits, what comes next, what failed last, and for how many
 * series chapters are still to be read. Nothing while no provider refreshes by itself.
 */
export function queueInWords(providers: readonly Provider[]): { label: string; text: string }[] {
  const refreshed = providers.filter(({ kind, state }) => kind !== 'file' && state !== 'removed');
  if (refreshed.length === 0) return [];
  const named = (list: readonly Provider[]): string => list.map(({ name }) => name).join(', ') || 'Nada';
  const asked = refreshed.filter(({ state }) => state === 'refreshing');
  const byTime = (read: (provider: Provider) => string | null) =>
    refreshed
      .flatMap((provider) => {
        const at = read(provider);
        return at === null ? [] : { provider, at };
      })
      .toSorted((a, b) => a.at.localeCompare(b.at));
  const next = byTime(({ state, nextRefreshAt }) => (state === 'refreshing' ? null : nextRefreshAt))[0];
  const last = byTime(({ refreshedAt }) => refreshedAt).at(-1);
  const failed = byTime(({ state, triedAt }) => (state === 'failed' ? triedAt : null)).at(-1);
  const paused = refreshed.filter(({ isPaused }) => isPaused);
  const unread = refreshed.filter(({ unreadSeries }) => unreadSeries > 0);
  return [
    { label: 'Ahora', text: named(asked.filter(({ isQueued }) => !isQueued)) },
    { label: 'En cola', text: named(asked.filter(({ isQueued }) => isQueued)) },
    {
      label: 'Próxima',
      text: next === undefined ? 'Ninguna' : `${next.provider.name}, ${momentInWords(next.at)}`,
    },
    ...(last === undefined
      ? []
      : [{ label: 'Última', text: `${last.provider.name}, ${momentInWords(last.at)}` }]),
    ...(failed === undefined
      ? []
      : [
          {
            label: 'Último fallo',
            text: `${failed.provider.name}, ${momentInWords(failed.at)}. ${failed.provider.error ?? ''}`.trim(),
          },
        ]),
    ...(paused.length === 0 ? [] : [{ label: 'En pausa', text: named(paused) }]),
    ...(unread.length === 0
      ? []
      : [
          {
            label: 'Capítulos por leer',
            text: unread
              .map(
                ({ name, unreadSeries, isPaused }) =>
                  `${counted(unreadSeries, 'serie', 'series')} de ${name}${isPaused ? ' (en pausa)' : ''}`,
              )
              .join(', '),
          },
        ]),
  ];
}

const refreshIntervalsHours = [6, 12, 24, 72, 168];

/** How often a list or a guide is refreshed: «Cada 12 horas», «Cada día». */
export const intervalInWords = (hours: number): string =>
  hours % 24 === 0
    ? `Cada ${hours === 24 ? 'día' : `${hours / 24} días`}`
    : `Cada ${counted(hours, 'hora', 'horas')}`;

/** The choices for how often a list is refreshed; one that the panel does not offer by itself is kept. */
export function intervalOptions(present: number | null): { value: string; label: string }[] {
  const hours = new Set(refreshIntervalsHours);
  if (present !== null) hours.add(present);
  return [
    ...[...hours]
      .toSorted((a, b) => a - b)
      .map((each) => ({ value: String(each), label: intervalInWords(each) })),
    { value: '', label: 'Solo a mano' },
  ];
}

export const stageWords: Readonly<Record<TriedStage['stage'], string>> = {
  dns: 'Nombre del servidor',
  tcp: 'Conexión',
  tls: 'Cifrado',
  answer: 'Lista',
  media: 'Emisión',
};

export const outcomeWords: Readonly<
  Record<TriedStage['outcome'], { label: string; tone: NonNullable<BadgeProps['tone']> }>
> = {
  passed: { label: 'Bien', tone: 'ok' },
  failed: { label: 'Falló', tone: 'danger' },
  skipped: { label: 'Sin probar', tone: 'off' },
};

export const certificateWords: Readonly<
  Record<CertificateState, { label: string; tone: NonNullable<BadgeProps['tone']> }>
> = {
  valid: { label: 'Válido', tone: 'ok' },
  refused: { label: 'No válido', tone: 'danger' },
  allowed: { label: 'Permitido', tone: 'warn' },
  changed: { label: 'Ha cambiado', tone: 'danger' },
  unreachable: { label: 'Sin respuesta', tone: 'off' },
};
