import type { Provider } from '@butaca/contract';
import { Badge, Button, Dialog, Notice, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { outcomeWords, stageWords } from './provider-words.ts';
import { trialQuery } from './providers.queries.ts';

/** «Probar»: the dialog that tries the address of a provider and shows one line for each stage; open while rendered. */
export function ProviderTrial({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const trial = useQuery(trialQuery(provider._id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Probar ${provider.name}`}
      size="md"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cerrar
          </Button>
          <Button variant="primary" loading={trial.isFetching} onClick={() => void trial.refetch()}>
            Probar otra vez
          </Button>
        </>
      }
    >
      {trial.isPending && <SkeletonRows count={5} label="Probando la dirección..." />}
      {trial.isError && (
        <Notice tone="danger">{messageOf(trial.error, 'No se pudo probar la dirección.')}</Notice>
      )}
      {trial.isSuccess && (
        <ol className="providertrial" aria-label="Etapas">
          {trial.data.stages.map(({ stage, outcome, elapsedMs, sentence }) => (
            <li key={stage}>
              <b>{stageWords[stage]}</b>
              <Badge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</Badge>
              <span className="num">{elapsedMs === null ? '' : `${elapsedMs.toLocaleString('es')} ms`}</span>
              <p>{sentence}</p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
