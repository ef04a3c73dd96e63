export const blockedSentence =
  'El navegador bloquea las notificaciones de esta página. Permítelas en el icono que está junto a la dirección, o en los ajustes de la aplicación, y vuelve aquí.';

/** Where the browser could not subscribe at its push service. */
export const unavailableSentence =
  'El navegador no pudo activar los avisos. Comprueba la conexión y prueba otra vez; si usas una ventana privada, ábrela sin ella.';
