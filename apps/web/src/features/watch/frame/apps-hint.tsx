import { lazyPart } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { downloadsQuery } from '../../../shared/downloads.queries.ts';
import { canChooseOutput } from '../../../shared/output/output.ts';
import { paths } from '../../../shared/paths.ts';

const outputHelp = lazyPart(async () => (await import('./output-help.tsx')).OutputHelp);

/**
 * Says after a failure what else may play a file: the external player where this device has one, otherwise one of the
 * apps that the operator offers; nothing without any.
 */
export function AppsHint({ code }: { code: string }) {
  const hasOutput = canChooseOutput();
  const { data: downloads = [] } = useQuery({ ...downloadsQuery(), enabled: !hasOutput });
  const { Part: OutputHelp } = outputHelp.usePart(hasOutput);
  if (OutputHelp !== undefined) return <OutputHelp code={code} />;
  if (downloads.length === 0) return null;
  return (
    <>
      {' '}
      Quizá lo reproduzca una de las aplicaciones de <Link to={paths.downloads}>Descargas</Link>.
    </>
  );
}
