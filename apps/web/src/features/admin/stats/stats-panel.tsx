import { csvMark, planNames, toCsvRow, type Stats } from '@butaca/contract';
import { Button, ErrorState, Notice, Select, SkeletonRows, Table } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { saveAs } from '../../../platform/api/download.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { counted } from '../../../platform/counted.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { ConverterLine } from './converter-line.tsx';
import { EncoderLines } from './encoder-lines.tsx';
import { DayChart, dayOfMonthInWords, hoursInWords } from './day-chart.tsx';
import './stats.css';
import { statsQuery } from './stats.queries.ts';
import { WatchingNow } from './watching-now.tsx';

const periods = [7, 30, 90, 365] as const;
const usualPeriod = 30;

/**
 * «Resumen», the dashboard of the administration panel: who is watching now, what was watched, and which channels fail.
 * The URL holds the number of days.
 */
export function StatsPanel() {
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('dias'));
  const days = periods.find((period) => period === asked) ?? usualPeriod;
  const stats = useQuery(statsQuery(days));
  if (stats.isPending) return <SkeletonRows count={8} label="Cargando resumen..." />;
  if (stats.isLoadingError) {
    return (
      <ErrorState
        title={messageOf(stats.error, 'No se pudo cargar el resumen.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void stats.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  const { data } = stats;
  return (
    <div className="stats">
      <Totals stats={data} />
      {data.isStoreDivided && (
        <Notice tone="warn">
          Otro servidor usa esta base de datos con otro Redis, o sin él, y los dos cuentan por separado las
          conexiones, los límites y quién está viendo. Pon la misma REDIS_URL en todos los servidores.
        </Notice>
      )}
      <ConverterLine converter={data.converter} />
      <EncoderLines encoders={data.converter.encoders} />
      {data.totals.channels + data.totals.videos === 0 && <NothingYet />}
      <WatchingNow watching={data.watching} />
      <section aria-labelledby="stats-days">
        <h2 id="stats-days">Lo que se ha visto</h2>
        <div className="stats__bar">
          <Select
            label="Periodo"
            hideLabel
            size="sm"
            value={String(days)}
            options={periods.map((period) => ({ value: String(period), label: `Últimos ${period} días` }))}
            onChange={(event) => setQuery({ tab: 'summary', dias: event.target.value })}
          />
          <Button
            size="sm"
            icon={<Download className="ico" />}
            onClick={() => saveAs(csvOf(data), `resumen-${data.byDay.at(-1)?.day ?? ''}.csv`)}
          >
            Exportar CSV
          </Button>
        </div>
        <DayChart days={data.byDay} />
      </section>
      <div className="stats__pair">
        <ByPlan rows={data.byPlan} />
        <Failing rows={data.failingChannels} />
      </div>
      <ByTitle rows={data.byTitle} />
      <details>
        <summary>Ver cada día en una tabla</summary>
        <Table
          label="Por día"
          dense
          rows={data.byDay.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { id: 'day', header: 'Día', card: 'title', cell: ({ day }) => dayOfMonthInWords(day) },
            { id: 'viewers', header: 'Espectadores', align: 'end', cell: ({ viewers }) => viewers },
            { id: 'plays', header: 'Reproducciones', align: 'end', cell: ({ plays }) => plays },
            { id: 'hours', header: 'Horas', align: 'end', cell: ({ hours }) => hoursInWords(hours) },
          ]}
        />
      </details>
    </div>
  );
}

/** What an operator does first: the dashboard of an empty catalogue has nothing to tell. */
function NothingYet() {
  return (
    <Notice tone="info" action={<UploadDoor variant="primary" />}>
      El catálogo está vacío. Sube tus listas M3U para llenarlo.
    </Notice>
  );
}

function Totals({ stats: { totals, trials } }: { stats: Stats }) {
  const waiting = totals.awaitingApproval === 0 ? '' : ` · ${totals.awaitingApproval} por aprobar`;
  const cards = [
    {
      label: 'Usuarios',
      count: totals.accounts,
      detail: `${counted(totals.activeAccounts, 'activo', 'activos')}${waiting}`,
      tab: 'manage_users',
    },
    { label: 'Canales', count: totals.channels, detail: '', tab: 'manage_channels' },
    {
      label: 'VODs',
      count: totals.videos,
      detail: `${totals.series.toLocaleString('es')} con temporadas`,
      tab: 'manage_vod',
    },
    {
      label: 'Pruebas gratuitas hoy',
      count: trials.accounts,
      detail: counted(trials.minutes, 'minuto', 'minutos'),
      tab: undefined,
    },
  ];
  return (
    <dl className="stats__cards">
      {cards.map(({ label, count, detail, tab }) => (
        <div key={label}>
          <dt>
            {tab === undefined ? (
              label
            ) : (
              <Link className="stats__link" to={{ search: `?tab=${tab}` }}>
                {label}
              </Link>
            )}
          </dt>
          <dd className="num">{count.toLocaleString('es')}</dd>
          {detail !== '' && <dd className="stats__detail">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}

function ByPlan({ rows }: { rows: Stats['byPlan'] }) {
  return (
    <section aria-labelledby="stats-plans">
      <h2 id="stats-plans">Por plan</h2>
      {rows.length === 0 ? (
        <p className="stats__quiet">Todavía no hay reproducciones.</p>
      ) : (
        <Table
          label="Por plan"
          dense
          rows={rows}
          rowKey={({ plan }) => plan}
          columns={[
            { id: 'plan', header: 'Plan', card: 'title', cell: ({ plan }) => planNames[plan] },
            { id: 'plays', header: 'Reproducciones', align: 'end', cell: ({ plays }) => plays },
            { id: 'hours', header: 'Horas', align: 'end', cell: ({ hours }) => hoursInWords(hours) },
          ]}
        />
      )}
    </section>
  );
}

function ByTitle({ rows }: { rows: Stats['byTitle'] }) {
  return (
    <section aria-labelledby="stats-titles">
      <h2 id="stats-titles">Lo más visto</h2>
      {rows.length === 0 ? (
        <p className="stats__quiet">Todavía no hay reproducciones.</p>
      ) : (
        <Table
          label="Lo más visto"
          dense
          rows={rows}
          rowKey={({ itemKey }) => itemKey}
          columns={[
            {
              id: 'title',
              header: 'Título',
              card: 'title',
              cell: ({ title }) => title || 'Contenido eliminado',
            },
            { id: 'kind', header: 'Tipo', cell: ({ kind }) => (kind === 'channel' ? 'Canal' : 'VOD') },
            { id: 'plays', header: 'Reproducciones', align: 'end', cell: ({ plays }) => plays },
            { id: 'hours', header: 'Horas', align: 'end', cell: ({ hours }) => hoursInWords(hours) },
          ]}
        />
      )}
    </section>
  );
}

function Failing({ rows }: { rows: Stats['failingChannels'] }) {
  return (
    <section aria-labelledby="stats-failing">
      <h2 id="stats-failing">Canales con fallos</h2>
      {rows.length === 0 ? (
        <p className="stats__quiet">Ningún canal ha fallado en este periodo.</p>
      ) : (
        <Table
          label="Canales con fallos"
          dense
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[
            {
              id: 'name',
              header: 'Canal',
              card: 'title',
              cell: ({ _id, name }) => (
                <Link className="stats__link" to={{ search: `?tab=add_channel&id=${_id}` }}>
                  {name}
                </Link>
              ),
            },
            { id: 'failures', header: 'Fallos', align: 'end', cell: ({ failures }) => failures },
            {
              id: 'last',
              header: 'Último',
              cell: ({ lastAt }) => momentInWords(lastAt),
            },
          ]}
        />
      )}
    </section>
  );
}

function csvOf({ byDay, byPlan, byTitle }: Stats): Blob {
  const rows = [
    ['Grupo', 'Nombre', 'Espectadores', 'Reproducciones', 'Horas'],
    ...byDay.map(({ day, viewers, plays, hours }) => ['Día', day, viewers, plays, hours]),
    ...byPlan.map(({ plan, plays, hours }) => ['Plan', planNames[plan], '', plays, hours]),
    ...byTitle.map(({ title, itemKey, plays, hours }) => ['Título', title || itemKey, '', plays, hours]),
  ];
  return new Blob([csvMark, ...rows.map(toCsvRow)], { type: 'text/csv;charset=utf-8' });
}
