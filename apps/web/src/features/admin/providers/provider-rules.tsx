import type { ProviderRule } from '@butaca/contract';
import { Button, notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { counted } from '../../../platform/counted.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { typeNames } from '../imports/import-words.ts';
import { everyProviderQuery, removeRule, rulesQuery } from './providers.queries.ts';

const failed = {
  call: 'No se pudo quitar la regla.',
  panel: 'No se pudo quitar la regla. Revisa tu conexión.',
};

/** What a provider remembers of choices in previews, each with a button that removes it; nothing where it has none. */
export function ProviderRules({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const found = useQuery(rulesQuery(id));
  const removing = useMutation({
    mutationFn: (rule: ProviderRule) => removeRule(id, rule._id),
    onError: (error) => notify.error(adminMessageOf(error, failed)),
    onSettled: () => queryClient.invalidateQueries(everyProviderQuery),
  });
  const rules = found.data?.rules ?? [];
  if (rules.length === 0) return null;
  return (
    <details>
      <summary>{`Lo que recuerda de tus vistas previas: ${counted(rules.length, 'regla', 'reglas')}`}</summary>
      <ul className="providerrules">
        {rules.map((rule) => (
          <li key={rule._id}>
            <span>{describeRule(rule)}</span>
            <Button
              size="xs"
              variant="line"
              disabled={removing.isPending}
              onClick={() => removing.mutate(rule)}
            >
              Quitar <span className="vh">{describeRule(rule)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeRule({ kind, name, tipo, isIncluded }: ProviderRule): string {
  const what = kind === 'group' ? `Grupo «${name || 'Sin grupo'}»` : `Todo lo que se parezca a «${name}»`;
  if (!isIncluded) return `${what}: se deja fuera`;
  return `${what}: ${tipo === null ? 'automático' : typeNames[tipo]}`;
}
