import { liveTvSection, planKeys, planNames, plansForSection, type PlanKey } from '@butaca/contract';
import { Checkbox, Select } from '@butaca/ui';
import './plans-question.css';

/** The plans that open what an import brings; `null` where the rules of the sections decide. */
export type PlansAnswer = readonly PlanKey[] | null;

const someAtFirst: PlansAnswer = ['premium'];

const choices = {
  all: { label: 'Todos (recomendado)', plans: planKeys },
  some: { label: 'Solo algunos planes', plans: someAtFirst },
  rules: { label: 'Lo que diga cada sección', plans: null },
} as const satisfies Record<string, { label: string; plans: PlansAnswer }>;
type Choice = keyof typeof choices;

const isChoice = (value: string): value is Choice => Object.hasOwn(choices, value);

function choiceOf(plans: PlansAnswer): Choice {
  if (plans === null) return 'rules';
  return plans.length === planKeys.length ? 'all' : 'some';
}

interface PlansQuestionProps {
  plans: PlansAnswer;
  disabled: boolean;
  onChange: (plans: PlansAnswer) => void;
}

/** «¿Quién podrá verlos?»: asked before an import is written, because what a plan lacks is shown with a lock. */
export function PlansQuestion({ plans, disabled, onChange }: PlansQuestionProps) {
  const choice = choiceOf(plans);
  return (
    <div className="plansquestion">
      <Select
        label="¿Quién podrá verlos?"
        options={Object.entries(choices).map(([value, { label }]) => ({ value, label }))}
        value={choice}
        disabled={disabled}
        hint={describeAnswer(plans)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isChoice(value)) onChange(choices[value].plans);
        }}
      />
      {choice === 'some' && plans !== null && (
        <fieldset className="plansquestion__plans" disabled={disabled}>
          <legend className="vh">Planes que lo incluyen</legend>
          {planKeys.map((key) => (
            <Checkbox
              key={key}
              label={planNames[key]}
              checked={plans.includes(key)}
              // The last plan stays checked: without any, only administrators would see what is imported.
              disabled={plans.length === 1 && plans.includes(key)}
              onChange={({ currentTarget: { checked } }) => {
                onChange(planKeys.filter((each) => (each === key ? checked : plans.includes(each))));
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

const either = new Intl.ListFormat('es', { type: 'disjunction' });
const both = new Intl.ListFormat('es', { type: 'conjunction' });
const ofLiveTv = both.format(plansForSection(liveTvSection).map((key) => planNames[key]));

/** Says in Spanish who will meet a lock on what an import brings. */
function describeAnswer(plans: PlansAnswer): string {
  if (plans === null) return `Los canales, solo ${ofLiveTv}; las películas y series, según su sección.`;
  const without = planKeys.filter((key) => !plans.includes(key)).map((key) => planNames[key]);
  if (without.length === 0) return 'Cualquier usuario los abre, tenga el plan que tenga.';
  return `Quien tenga ${either.format(without)} los verá con candado.`;
}
