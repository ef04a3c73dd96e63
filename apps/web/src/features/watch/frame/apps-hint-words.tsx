import { lazyPart } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { downloadsQuery } from '../../../shared/downloads.queries.ts';
import { findShell } from '../../../platform/shell/shell.ts';
import { canChooseOutput } from '../../../shared/output/output.ts';
import { paths } from '../../../shared/paths.ts';

const outputHelp = lazyPart(async () => (await import('./output-help.tsx')).OutputHelp);

/**
 * Says after a failure what else may play a file: the external player where this device has one, and in browsers one of
 * the apps that the operator offers. Says nothing in the other apps, and where the operator offers none.
 */
export function AppsHintWords({ code }: { code: string }) {
  const hasOutput = canChooseOutput();
  const isInApp = findShell() !== undefined;
  const { data: downloads = [] } = useQuery({ ...downloadsQuery(), enabled: !isInApp });
  const { Part: OutputHelp } = outputHelp.usePart(hasOutput);
  if (OutputHelp !== undefined) return <OutputHelp code={code} />;
  if (isInApp || downloads.length === 0) return null;
  return (
    <>
      {' '}
      Quizá lo reproduzca una de las que hay en <Link to={paths.downloads}>Aplicaciones</Link>.
    </>
  );
}
