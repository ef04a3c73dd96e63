/* Loaded when the browser refuses to store something; tells the person once, because the module is evaluated once. */
import { notify } from '@butaca/ui';

notify.info(
  'Este navegador no deja guardar nada a esta página: al recargarla tendrás que iniciar sesión otra vez.',
);
