import { importGroupsShown, type ImportDetail, type ImportGroup } from '@butaca/contract';
import { Button, Checkbox, Notice, notify, SearchField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../platform/counted.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { AdultGroups } from '../imports/adult-groups.tsx';
import { findGroups, listChanges, type GroupChoices } from '../imports/group-choices.ts';
import { cancelImport, publishImport } from '../imports/imports.queries.ts';
import { PlansQuestion, type PlansAnswer } from '../imports/plans-question.tsx';
import { refreshLists, removeUnpublished } from './assistant.queries.ts';
import { describeContent, describeDoubtful, describeLeftOut, texts } from './assistant.texts.ts';
import { takeFreeFocus } from './take-free-focus.ts';

/** How many groups are shown at first, and how many more with each press of the button below them. */
const groupsAtOnce = 40;
/** From this many groups on there is a field that searches them. */
const searchedFrom = 13;

interface GroupsStepProps {
  preview: ImportDetail;
  /** The provider whose list is previewed; absent for a file. */
  providerId: string | undefined;
  /** Whether the preview is of an Xtream account, and not of a list. */
  isAccount: boolean;
  /** Whether it is of the list of an account whose server answers no calls. */
  isListOfAccount: boolean;
  /** The provider whose list could not be fetched, and in whose place a file is imported. */
  replacedId: string | undefined;
  onFollow: (list: { proveedor?: string | undefined; id?: string; importar?: 'si' }) => void;
}

/** The step that shows what a list holds by its groups, each of which can be left out, and has it imported. */
export function GroupsStep({
  preview,
  providerId,
  isAccount,
  isListOfAccount,
  replacedId,
  onFollow,
}: GroupsStepProps) {
  const queryClient = useQueryClient();
  const { _id: id, groups } = preview;
  const [choices, setChoices] = useState<GroupChoices>(new Map());
  const [plans, setPlans] = useState<PlansAnswer>(preview.options.plans);
  const present = groups.map((group) => choices.get(group.group) ?? group);
  const included = present.filter(({ isIncluded }) => isIncluded);
  const hasMore = groups.length >= importGroupsShown;
  const choose = (changed: readonly ImportGroup[]): void =>
    setChoices(new Map([...choices, ...changed.map((group) => [group.group, group] as const)]));
  const refresh = () => refreshLists(queryClient);
  const onError = (error: unknown): void =>
    notify.error(adminMessageOf(error, { call: texts.failedCall, panel: texts.failedConnection }));

  const publishing = useMutation({
    async mutationFn() {
      // The server would go on to fetch the list of the replaced provider. It removes none while an import runs.
      if (replacedId !== undefined) await removeUnpublished(replacedId);
      return publishImport(id, { groups: listChanges(groups, choices), entries: [], plans });
    },
    onError,
    async onSettled(_answer, error) {
      await refresh();
      if (error === null) onFollow({ proveedor: providerId, id, importar: 'si' });
    },
  });
  const discarding = useMutation({
    async mutationFn() {
      await cancelImport(id);
      if (providerId !== undefined) await removeUnpublished(providerId);
    },
    onError,
    onSuccess() {
      notify.ok(texts.discarded);
      onFollow({});
    },
    onSettled: refresh,
  });
  const isBusy = publishing.isPending || discarding.isPending;
  const leftOut = describeLeftOut(preview);
  return (
    <div className="assistant__preview">
      <div className="assistant__total">
        <h2>{describeContent(groups, isAccount) || texts.nothingInIt}</h2>
        {preview.explanation !== null && <p className="assistant__quiet">{preview.explanation}</p>}
        {preview.explanation === null && leftOut !== '' && <p className="assistant__quiet">{leftOut}</p>}
        {preview.doubtful > 0 && (
          <p className="assistant__quiet">
            {describeDoubtful(preview.doubtful)}{' '}
            <Link to={{ search: `?tab=imports&id=${id}&resultado=dudosas` }}>{texts.reviewDoubtful}</Link>
          </p>
        )}
      </div>
      {isListOfAccount && <Notice tone="info">{texts.isListOfAccount}</Notice>}
      {preview.error !== null && <Notice tone="warn">{preview.error}</Notice>}
      <AdultGroups groups={present} disabled={isBusy} onChoose={choose} />
      <PlansQuestion plans={plans} disabled={isBusy} onChange={setPlans} />
      <GroupChoice groups={present} isAccount={isAccount} disabled={isBusy} onChoose={choose} />
      {hasMore && (
        <p className="assistant__quiet">{texts.onlyLargest(importGroupsShown.toLocaleString('es'))}</p>
      )}
      <p className="assistant__quiet">
        {texts.kindsAreGuessed} <Link to={{ search: `?tab=imports&id=${id}` }}>{texts.changeKinds}</Link>
      </p>
      <div className="assistant__acts">
        <Button
          ref={takeFreeFocus}
          variant="primary"
          loading={publishing.isPending}
          disabled={isBusy || (included.length === 0 && !hasMore)}
          onClick={() => publishing.mutate()}
        >
          {texts.import}
        </Button>
        <Button
          variant="line"
          loading={discarding.isPending}
          disabled={isBusy}
          onClick={() => discarding.mutate()}
        >
          {texts.discard}
        </Button>
        <span aria-live="polite">
          {included.length < groups.length &&
            (included.length === 0
              ? texts.noneIncluded
              : texts.willImport(describeContent(included, isAccount)))}
        </span>
      </div>
    </div>
  );
}

/** The groups of a list with a check box each; large lists have a search, and show their groups part by part. */
function GroupChoice({
  groups,
  isAccount,
  disabled,
  onChoose,
}: {
  groups: readonly ImportGroup[];
  isAccount: boolean;
  disabled: boolean;
  onChoose: (changed: readonly ImportGroup[]) => void;
}) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(groupsAtOnce);
  const found = findGroups(groups, words);
  const areAllIncluded = found.every(({ isIncluded }) => isIncluded);
  return (
    <>
      {groups.length > 1 && (
        <div className="assistant__tools">
          {groups.length >= searchedFrom && (
            <SearchField
              label={texts.search}
              placeholder={texts.search}
              size="sm"
              value={words}
              onValueChange={setWords}
            />
          )}
          <Button
            size="sm"
            variant="line"
            disabled={disabled || found.length === 0}
            onClick={() => onChoose(found.map((group) => ({ ...group, isIncluded: !areAllIncluded })))}
          >
            {areAllIncluded ? texts.leaveAllOut : texts.includeAll}
          </Button>
        </div>
      )}
      {found.length === 0 && <p className="assistant__quiet">{texts.noneFound}</p>}
      <ul className="assistant__groups" aria-label={texts.groups}>
        {found.slice(0, count).map((group) => (
          <li key={group.group}>
            <Checkbox
              label={group.group || texts.noGroup}
              disabled={disabled}
              checked={group.isIncluded}
              onChange={(event) => onChoose([{ ...group, isIncluded: event.currentTarget.checked }])}
            />
            <b className="num">{describeContent([group], isAccount)}</b>
            <small>
              {group.doubtful > 0 && `${counted(group.doubtful, 'dudosa', 'dudosas')} · `}
              {[...new Set(group.samples)].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      {found.length > count && (
        <div>
          <Button size="sm" variant="line" onClick={() => setCount(count + groupsAtOnce)}>
            {texts.showMore((found.length - count).toLocaleString('es'))}
          </Button>
        </div>
      )}
    </>
  );
}
