import { importGroupsShown, type ImportDetail, type ImportGroup } from '@butaca/contract';
import { Button, notify, Notice } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { AdultGroups } from './adult-groups.tsx';
import { listChanges, listEntryChoices, type EntryChoices, type GroupChoices } from './group-choices.ts';
import { GroupTable } from './group-table.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportReport } from './import-report.tsx';
import { PlansQuestion, type PlansAnswer } from './plans-question.tsx';
import { describeChanges, describeDoubtful } from './import-words.ts';
import { cancelImport, chooseInPreview, everyImportQuery, publishImport } from './imports.queries.ts';

/**
 * The preview of an import: how many entries of the list would be added, its groups (editable), and what would become
 * of each entry. The catalogue is not changed yet.
 */
export function ImportPreview({ preview, onLeave }: { preview: ImportDetail; onLeave?: () => void }) {
  const queryClient = useQueryClient();
  const { _id: id, groups } = preview;
  const [choices, setChoices] = useState<GroupChoices>(new Map());
  const [plans, setPlans] = useState<PlansAnswer>(preview.options.plans);
  const refresh = () => queryClient.invalidateQueries(everyImportQuery);
  const [entryChoices, setEntryChoices] = useState<EntryChoices>(new Map());
  const changes = { groups: listChanges(groups, choices), entries: listEntryChoices(entryChoices) };
  const changed = describeChanges(changes.groups.length, changes.entries.length);
  const choosing = useMutation({
    mutationFn: () => chooseInPreview(id, { ...changes, plans }),
    onError: (error) => notify.error(messageOf(error, 'No se pudo leer la lista otra vez.')),
    async onSettled(_answer, error) {
      await refresh();
      if (error !== null) return;
      setChoices(new Map());
      setEntryChoices(new Map());
    },
  });
  const publishing = useMutation({
    mutationFn: () => publishImport(id, { ...changes, plans }),
    onError: (error) => notify.error(messageOf(error, 'No se pudo publicar la importación.')),
    onSettled: refresh,
  });
  const discarding = useMutation({
    mutationFn: () => cancelImport(id),
    onSuccess() {
      notify.ok(`«${preview.fileName}» descartada. No se ha cambiado nada.`);
      onLeave?.();
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudo descartar la importación.')),
    onSettled: refresh,
  });
  const choose = (changed: readonly ImportGroup[]): void =>
    setChoices(new Map([...choices, ...changed.map((group) => [group.group, group] as const)]));
  const isBusy = publishing.isPending || discarding.isPending || choosing.isPending;
  const isNothingLeft =
    groups.length > 0 &&
    groups.length < importGroupsShown &&
    groups.every((group) => !(choices.get(group.group) ?? group).isIncluded);
  return (
    <section className="result" aria-label={`Vista previa de ${preview.fileName}`}>
      <Notice tone="info" title={`Vista previa de «${preview.fileName}»: todavía no ha cambiado nada.`}>
        Así quedaría cada entrada. Revisa los grupos y publica la lista, o descártala.
        {preview.doubtful > 0 && ` ${describeDoubtful(preview.doubtful)}`}
      </Notice>
      <ImportCounts counted={preview} />
      <PlansQuestion plans={plans} disabled={isBusy} onChange={setPlans} />
      <div className="result__acts">
        <Button
          variant="primary"
          size="sm"
          loading={publishing.isPending}
          disabled={isBusy || isNothingLeft}
          onClick={() => publishing.mutate()}
        >
          {publishing.isPending ? 'Publicando...' : 'Publicar'}
        </Button>
        <Button
          size="sm"
          variant="line"
          loading={discarding.isPending}
          disabled={isBusy}
          onClick={() => discarding.mutate()}
        >
          Descartar
        </Button>
        {changed !== '' && (
          <>
            <Button
              size="sm"
              variant="line"
              loading={choosing.isPending}
              disabled={isBusy}
              onClick={() => choosing.mutate()}
            >
              Ver cómo quedaría
            </Button>
            <span>{changed}</span>
          </>
        )}
      </div>
      {groups.length >= importGroupsShown && (
        <p>{`Se muestran los ${importGroupsShown.toLocaleString('es')} grupos más grandes; los demás se publican como están clasificados.`}</p>
      )}
      <AdultGroups
        groups={groups.map((group) => choices.get(group.group) ?? group)}
        disabled={isBusy}
        onChoose={choose}
      />
      <GroupTable groups={groups} choices={choices} disabled={isBusy} onChoose={choose} />
      {preview.hasReport && (
        <ImportReport
          of={preview}
          choosing={{
            choices: entryChoices,
            disabled: isBusy,
            onChoose: (position, chosen) => setEntryChoices(new Map([...entryChoices, [position, chosen]])),
          }}
        />
      )}
    </section>
  );
}
