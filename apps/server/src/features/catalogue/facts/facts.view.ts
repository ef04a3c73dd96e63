import {
  factSources,
  type Facts,
  type FactSourceKey,
  type FactSourceState,
  type TitleMatch,
} from '@butaca/contract';
import { keyOriginOf, sourceDescriptions, type FactSourceRow } from './active-sources.ts';
import { isLongFailing, isWaiting } from './usable-sources.ts';
import type { MatchRow, StoredCandidate } from './facts.repository.ts';

const failures: Readonly<Record<string, string>> = {
  refused: 'No acepta la clave. Comprueba la clave en tu cuenta de TMDB y vuelve a pegarla aquí.',
  busy: 'Pide esperar desde hace más de un día. Se sigue intentando; no hay que hacer nada.',
  down: 'No responde desde hace más de un día. Comprueba que el servidor tiene conexión a Internet; se sigue intentando.',
  unreadable:
    'Desde hace más de un día responde algo que no se entiende. Comprueba que nada filtra la conexión del servidor; se sigue intentando.',
};

const lostKey =
  'La clave guardada no se puede leer, porque se guardó en otra instalación. Vuelve a pegarla aquí.';

function toSource(
  row: FactSourceRow,
  { environmentKey, isKeyLost, now }: { environmentKey: string | undefined; isKeyLost: boolean; now: Date },
): FactSourceState {
  const { name, needsKey, about } = sourceDescriptions[row.name];
  const isSaid = row.error_code === 'refused' || isLongFailing(row, now);
  return {
    key: row.name,
    name,
    isOn: row.is_on,
    needsKey,
    keyFrom: keyOriginOf(row, environmentKey),
    about,
    failingSince: row.failing_since?.toISOString() ?? null,
    failure: isKeyLost && needsKey ? lostKey : isSaid ? (failures[row.error_code ?? ''] ?? null) : null,
  };
}

const number = new Intl.NumberFormat('es-ES', { useGrouping: 'always' });
const shown = (count: number): string => (count < 1_000 ? String(count) : number.format(count));

/** How far looking is, in one sentence: «1.240 de 8.000 títulos, 312 por confirmar». */
const toSentence = ({ titles, looked, toConfirm }: Counts): string =>
  `${shown(looked)} de ${shown(titles)} ${titles === 1 ? 'título' : 'títulos'}, ${shown(toConfirm)} por confirmar`;

interface Counts {
  titles: number;
  looked: number;
  toConfirm: number;
}

export function toFacts({
  rows,
  counts,
  isPaused,
  environmentKey,
  isKeyLost,
  now,
}: {
  rows: readonly FactSourceRow[];
  counts: Counts;
  isPaused: boolean;
  environmentKey: string | undefined;
  /** Whether the stored key of TMDB cannot be opened. */
  isKeyLost: boolean;
  now: Date;
}): Facts {
  const sources = rows.map((row) => toSource(row, { environmentKey, isKeyLost, now }));
  const usable = rows.filter(
    (row) =>
      row.is_on &&
      (!sourceDescriptions[row.name].needsKey || (keyOriginOf(row, environmentKey) !== null && !isKeyLost)),
  );
  const waiting = usable.filter((row) => isWaiting(row, now));
  const isHeld =
    waiting.some((row) => !isLongFailing(row, now)) ||
    (usable.length > 0 && waiting.length === usable.length);
  const ends = waiting.flatMap(({ retry_at: at }) => at?.getTime() ?? []);
  const state =
    usable.length === 0
      ? 'off'
      : isPaused
        ? 'paused'
        : isHeld
          ? 'waiting'
          : counts.looked < counts.titles
            ? 'looking'
            : 'done';
  return {
    state,
    ...counts,
    sentence: toSentence(counts),
    waitsUntil: state === 'waiting' ? new Date(Math.min(...ends)).toISOString() : null,
    sources,
  };
}

const readSource = (source: string | null): FactSourceKey | undefined =>
  factSources.find((key) => key === source);

export function toTitleMatch(row: MatchRow): TitleMatch {
  // Candidates are stored as `toStored` makes them.
  const candidates = row.candidates as unknown as StoredCandidate[];
  const source = readSource(row.source);
  const chosen = candidates.find((each) => each.source === row.source && each.id === row.work_id);
  return {
    _id: row.id,
    title: row.title,
    kind: row.kind,
    year: row.year,
    titles: row.titles,
    candidates: candidates.flatMap(({ source: name, id, ...candidate }) => {
      const key = readSource(name);
      return key === undefined ? [] : [{ ...candidate, source: key, workId: id }];
    }),
    work:
      source === undefined || row.work_id === null
        ? null
        : {
            source,
            workId: row.work_id,
            name: row.work_name ?? chosen?.name ?? '',
            year: row.work_year ?? chosen?.year ?? null,
          },
    decision:
      row.username === null || row.decided_at === null
        ? null
        : { username: row.username, decidedAt: row.decided_at.toISOString() },
  };
}
