import { notify, Switch } from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { pushSettingQuery, turnOffPush, turnOnPush, type PushSetting } from './push.queries.ts';
import { blockedSentence, unavailableSentence } from './push-sentences.ts';

/** The switch of the notices that this device gets while the page is closed, with their state in words. */
export function PushSwitch() {
  const titleId = useId();
  const wordsId = useId();
  const setting = useQuery(pushSettingQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOnPush() : turnOffPush()),
    onError: (error) => notify.error(messageOf(error, unavailableSentence)),
  });
  const { data } = setting;
  const canChange = data === 'on' || data === 'off';
  return (
    <section className="devices__push" aria-labelledby={titleId}>
      <h2 id={titleId}>Avisos en este dispositivo</h2>
      <Switch
        label="Avisarme de mis recordatorios aunque la página esté cerrada"
        checked={data === 'on'}
        // Not disabled while it changes, because that would take the focus away.
        disabled={!canChange}
        aria-busy={isPending}
        aria-describedby={wordsId}
        onChange={({ currentTarget: { checked } }) => isPending || mutate(checked)}
      />
      <p id={wordsId} role="status">
        {isPending
          ? variables
            ? 'Activando los avisos...'
            : 'Desactivando los avisos...'
          : data === undefined
            ? setting.isError
              ? messageOf(setting.error, unknownSentence)
              : ''
            : sentences[data]}
      </p>
    </section>
  );
}

const unknownSentence = 'No se pudo saber si los avisos están activados. Recarga la página.';

const sentences: Readonly<Record<PushSetting, string>> = {
  unsupported: window.isSecureContext
    ? 'Este navegador no admite avisos con la página cerrada. En un iPhone o iPad, añade la página a la pantalla de inicio y actívalos desde allí.'
    : 'Los avisos necesitan una dirección segura, que empiece por https://. Pídela a quien administra el servicio.',
  blocked: blockedSentence,
  off: 'Desactivados: solo te avisamos mientras la página está abierta.',
  on: 'Activados: te avisamos un minuto antes de que empiece cada programa que pediste recordar.',
};
