import { classes } from '@butaca/ui';
import { useState } from 'react';
import { ReadingHint } from '../imports/reading-hint.tsx';
import { AdvancedForms } from './advanced-forms.tsx';
import './assistant.css';
import { stepNames, texts } from './assistant.texts.ts';
import { DoneStep } from './done-step.tsx';
import { GroupsStep } from './groups-step.tsx';
import { SourceStep } from './source-step.tsx';
import { useFollowedList, type FollowedList } from './use-followed-list.ts';
import { WaitStep } from './wait-step.tsx';

/** Which of the steps in the assistant's head a list has reached. */
const placeOf = (followed: FollowedList): number => {
  if (followed.step === 'groups') return 1;
  if (followed.step === 'done') return 3;
  return followed.step === 'wait' && followed.isImporting ? 2 : 0;
};

/**
 * «Agregar lista»: leads an administrator from the address or file of a list to its first channel: the list is checked,
 * its groups are shown, it is imported, and its first channel can be opened.
 */
export function ListAssistant() {
  const { followed, follow } = useFollowedList();
  const [text, setText] = useState('');
  const place = placeOf(followed);

  return (
    <div className="assistant">
      <ol className="assistant__steps" aria-label="Pasos">
        {stepNames.map((name, index) => (
          <li
            key={name}
            className={classes(index < place && 'is-past')}
            aria-current={index === place ? 'step' : undefined}
          >
            <i aria-hidden="true">{index + 1}</i>
            <span>{name}</span>
          </li>
        ))}
      </ol>
      <section className="assistant__part" aria-label={stepNames[place]}>
        {followed.step === 'source' && (
          <>
            <ReadingHint />
            <p className="assistant__intro">{texts.intro}</p>
            <SourceStep
              key={followed.providerId}
              text={text}
              onTextChange={setText}
              fault={followed.fault}
              providerId={followed.providerId}
              onFollow={follow}
            />
            <AdvancedForms />
          </>
        )}
        {followed.step === 'wait' && <WaitStep wait={followed} onLeave={() => follow({})} />}
        {followed.step === 'groups' && (
          <GroupsStep
            key={followed.preview._id}
            preview={followed.preview}
            providerId={followed.providerId}
            isAccount={followed.isAccount}
            isListOfAccount={followed.isListOfAccount}
            replacedId={followed.replacedId}
            onFollow={follow}
          />
        )}
        {followed.step === 'done' && (
          <DoneStep
            result={followed.result}
            onAnother={() => {
              setText('');
              follow({});
            }}
          />
        )}
      </section>
    </div>
  );
}
