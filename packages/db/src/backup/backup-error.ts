/**
 * Why a file cannot be restored. `foreign`: no backup of this product · `damaged`: changed or truncated · `version`: of another version ·
 * `unusable`: complete, but nobody could administer the product with it · `busy`: another restore is running.
 */
export type BackupFault = 'foreign' | 'damaged' | 'version' | 'unusable' | 'busy';

const sentences: Readonly<Record<BackupFault, string>> = {
  foreign: 'El archivo no es una copia de seguridad de Butaca. No se ha cambiado nada.',
  damaged: 'La copia de seguridad está dañada o incompleta. No se ha cambiado nada.',
  version:
    'La copia de seguridad es de otra versión de Butaca que esta no sabe leer. Actualiza Butaca y vuelve a intentarlo. No se ha cambiado nada.',
  unusable:
    'La copia de seguridad no tiene ningún administrador activo o le faltan los planes: nadie podría administrar Butaca con ella. No se ha cambiado nada.',
  busy: 'La base de datos está ocupada con otra copia o restauración. Espera a que termine. No se ha cambiado nada.',
};

/** Thrown when a backup is refused; the database is unchanged. The message is a Spanish sentence for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly fault: BackupFault;

  constructor(fault: BackupFault, options?: ErrorOptions) {
    super(sentences[fault], options);
    this.fault = fault;
  }
}
