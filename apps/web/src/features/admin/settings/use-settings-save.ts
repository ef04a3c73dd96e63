import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { saveSettings, showSettings } from './settings.queries.ts';

/** The call that saves a part of the settings, and shows the saved values in the form and in the footer. */
export function useSettingsSave() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      notify.ok('Ajustes guardados.');
      showSettings(queryClient, settings);
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudieron guardar los ajustes.')),
  });
}
