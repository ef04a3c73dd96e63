import { Select } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { findShell } from '../../platform/shell/shell.ts';
import { installationOf } from '../../shared/output/install-mpv.ts';
import { chooseExternal, isExternalChosen } from '../../shared/output/output.ts';

const integrated = 'integrated';
const external = 'mpv';

/** The choice of the player on this device, in the desktop shell. */
export function PlayerChoice() {
  const [choice, setChoice] = useState(() => (isExternalChosen() ? external : integrated));
  const problem = usePlayerProblem(choice === external);
  return (
    <Select
      className="devices__player"
      label="Reproductor en este dispositivo"
      hint="Vale para lo que abras a partir de ahora."
      error={problem}
      options={[
        { value: integrated, label: 'Reproductor integrado' },
        { value: external, label: 'mpv' },
      ]}
      value={choice}
      onChange={({ currentTarget: { value } }) => {
        chooseExternal(value === external);
        setChoice(value);
      }}
    />
  );
}

/** Why the external player cannot be used, and how to install it; `undefined` while that is not known. */
function usePlayerProblem(isWanted: boolean): string | undefined {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    const tell = (sentence: string | undefined): void => {
      if (!isLeft) setProblem(sentence);
    };
    findShell()
      ?.bridge.externalPlayer?.look()
      .then((state) => tell(sentences[state]))
      .catch((error: unknown) => tell(error instanceof Error ? error.message : undefined));
    return () => {
      isLeft = true;
      setProblem(undefined);
    };
  }, [isWanted]);
  return problem;
}

const sentences = {
  ready: undefined,
  missing: `mpv no está instalado. ${installationOf(navigator.userAgent)}`,
  too_old: `mpv es demasiado antiguo: hace falta la versión 0.35 o una más nueva. ${installationOf(navigator.userAgent)}`,
};
