/**
 * Why a backup file cannot be restored. `foreign`: the file is no backup of this product · `damaged`: it was changed or
 * truncated · `version`: it comes from a product version that this one cannot read · `unusable`: it is complete, but
 * holds no active administrator or lacks a plan · `busy`: another restore is running.
 */
export type BackupFault = 'foreign' | 'damaged' | 'version' | 'unusable' | 'busy';

const sentences: Readonly<Record<BackupFault, string>> = {
  foreign: 'El archivo no es una copia de seguridad de Butaca. No se ha cambiado nada.',
  damaged: 'La copia de seguridad está dañada o incompleta. No se ha cambiado nada.',
  version:
    'La copia de seguridad es de una versión de Butaca que esta no sabe leer. Actualiza Butaca y vuelve a intentarlo. No se ha cambiado nada.',
  unusable:
    'La copia de seguridad no tiene ningún administrador activo o le faltan los planes: nadie podría administrar Butaca con ella. No se ha cambiado nada.',
  busy: 'La base de datos está ocupada con otra copia o restauración. Espera a que termine. No se ha cambiado nada.',
};

/**
 * Thrown when a restore refuses a backup file; the database is unchanged then. The message is a Spanish sentence for
 * people.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly fault: BackupFault;

  constructor(fault: BackupFault, options?: ErrorOptions) {
    super(sentences[fault], options);
    this.fault = fault;
  }
}
