import type { Import } from '@butaca/contract';
import { outcomeWordsOf } from './import-words.ts';

/** How many entries of an uploaded list were added, updated, duplicate or skipped; for a preview, how many would be. */
export function ImportCounts({ counted }: { counted: Import }) {
  const words = outcomeWordsOf(counted);
  const hasVideos = counted.kind !== 'channels' && counted.status !== 'preview';
  const counts = [
    ['Entradas', counted.entries],
    [words.added.many, counted.added],
    [words.updated.many, counted.updated - counted.otherSources - counted.otherVersions],
    ...(counted.otherSources > 0 ? ([['Otras fuentes', counted.otherSources]] as const) : []),
    ...(counted.otherVersions > 0 ? ([['Otras versiones', counted.otherVersions]] as const) : []),
    [words.duplicate.many, counted.duplicates],
    [words.skipped.many, counted.skipped],
    ...(hasVideos
      ? ([
          ['Películas', counted.movies],
          ['Series', counted.series],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      <dl className="result__counts">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{count.toLocaleString('es')}</dd>
          </div>
        ))}
      </dl>
      {counted.explanation !== null && <p className="result__why">{counted.explanation}</p>}
    </>
  );
}
