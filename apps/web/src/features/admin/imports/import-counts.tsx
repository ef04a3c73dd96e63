import type { Import } from '@butaca/contract';

/** How many entries of an uploaded list were added, updated, duplicate or skipped; for a preview, how many would be. */
export function ImportCounts({ counted }: { counted: Import }) {
  const hasVideos = counted.kind !== 'channels' && counted.status !== 'preview';
  const counts = [
    ['Entradas', counted.entries],
    ['Añadidos', counted.added],
    ['Actualizados', counted.updated],
    ['Duplicados', counted.duplicates],
    ['Omitidos', counted.skipped],
    ...(hasVideos
      ? ([
          ['Películas', counted.movies],
          ['Series', counted.series],
        ] as const)
      : []),
  ] as const;
  return (
    <dl className="result__counts">
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{count.toLocaleString('es')}</dd>
        </div>
      ))}
    </dl>
  );
}
