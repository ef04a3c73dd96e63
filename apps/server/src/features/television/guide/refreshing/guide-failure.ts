import { errorCatalogue, type ErrorCode } from '@butaca/contract';
import type { GuideRefusal } from '@butaca/guide';
import { AppError } from '../../../../platform/http/app-error.ts';

/** Why a guide could not be read, where it is no error that a call answers with. */
type GuideFault =
  | `guide.${GuideRefusal}`
  /** It ends before its end. */
  | 'guide.truncated'
  /** It has channels, but no programmes. */
  | 'guide.no_programmes'
  /** None of the programmes of the installation's channels can be read. */
  | 'guide.broken'
  /** It has programmes, but of none of the channels that had theirs from it. */
  | 'guide.other_channels'
  /** All of its programmes are over, or far in the future. */
  | 'guide.other_days'
  /** The uploaded file is not on this server. */
  | 'guide.file_gone'
  /** The stored address does not open with the key of this installation. */
  | 'guide.unreadable_address'
  /** The database refuses a value of it. */
  | 'guide.unreadable';

/** A guide that could not be read; what was read before is kept. */
export class GuideFailure extends Error {
  override readonly name = 'GuideFailure';
  readonly code: GuideFault;

  constructor(code: GuideFault, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const faultSentences: Readonly<Record<GuideFault, string>> = {
  'guide.empty': 'La guía llegó vacía.',
  'guide.web_page':
    'En lugar de la guía llegó una página web: suele ocurrir cuando la dirección o la cuenta ha caducado.',
  'guide.not_a_guide': 'Lo que llegó no es una guía XMLTV. Revisa la dirección o el archivo.',
  'guide.binary': 'Lo que llegó no es una guía XMLTV, sino un archivo de otro tipo.',
  'guide.packing':
    'La guía está comprimida con un programa que Butaca no lee, o tiene contraseña. Valen XML, GZ, XZ y ZIP.',
  'guide.damaged_packing': 'La guía comprimida está dañada.',
  'guide.bomb': 'La guía comprimida ocupa demasiado al abrirla y parece hecha para agotar el servidor.',
  'guide.too_large': 'La guía es demasiado grande. Busca una de menos países o días.',
  'guide.too_many_channels': 'La guía tiene demasiados canales. Busca una de menos países.',
  'guide.too_many_programmes': 'La guía tiene demasiados programas. Busca una de menos países o días.',
  'guide.truncated': 'La guía llegó incompleta.',
  'guide.no_programmes': 'La guía tiene canales, pero ningún programa.',
  'guide.broken': 'Los programas de la guía están dañados y no se pueden leer. Busca otra guía.',
  'guide.other_channels':
    'La guía ya no tiene ninguno de los canales que tomaban de ella sus programas. Revisa la dirección o el archivo.',
  'guide.other_days':
    'La guía no tiene programas de estos días. Revisa la fecha del servidor, o busca otra guía.',
  'guide.file_gone': 'El archivo de esta guía ya no está en el servidor. Súbelo de nuevo.',
  'guide.unreadable_address':
    'La dirección guardada de esta guía ya no se puede leer: viene de una copia de seguridad de otra instalación. Escríbela de nuevo con «Editar».',
  'guide.unreadable': 'La guía tiene datos que no se pueden guardar.',
};

/** What an administrator reads about a guide that could not be requested, where the error's own sentence is for viewers. */
const requestSentences: Partial<Record<ErrorCode, string>> = {
  'upstream.unknown_host': 'No se encuentra el servidor de la guía. Revisa la dirección.',
  'upstream.unreachable':
    'El servidor de la guía no responde o respondió con un error. Se volverá a intentar.',
  'upstream.timeout':
    'El servidor de la guía tardó demasiado en responder o en enviarla. Se volverá a intentar.',
  'upstream.gone': 'En esa dirección ya no hay ninguna guía. Revisa la dirección.',
  'upstream.certificate': 'El certificado del servidor de la guía no es válido. Revisa la dirección.',
  'upstream.unauthorized': 'El servidor de la guía no acepta el usuario o la contraseña.',
  'upstream.forbidden': 'El servidor de la guía no permite descargarla.',
  'upstream.refused': 'Butaca no se conecta a esa dirección: es de la red interna o no es válida.',
  'upstream.busy': 'El servidor de la guía está ocupado. Se volverá a intentar.',
  'body.too_large': 'La guía es demasiado grande. Busca una de menos países o días.',
  'server.storage_full': 'No queda espacio en el disco del servidor para leer la guía.',
  'provider.no_address':
    'El proveedor de esta guía ya no tiene una cuenta. Elimina la guía o edita el proveedor.',
};

/**
 * What is told of the code with which the last refresh of a guide failed.
 *
 * @param isKept - whether a guide that was read before is still in use
 */
export function describeGuideError(code: string, isKept: boolean): string {
  return isKept ? `${sentenceOf(code)} La guía anterior sigue en uso.` : sentenceOf(code);
}

function sentenceOf(code: string): string {
  if (Object.hasOwn(faultSentences, code)) return faultSentences[code as GuideFault];
  if (!Object.hasOwn(errorCatalogue, code)) return 'Algo falló. Vuelve a intentarlo.';
  return requestSentences[code as ErrorCode] ?? errorCatalogue[code as ErrorCode].sentence;
}

/** The code under which a failure is kept. */
export const codeOf = (error: unknown): string =>
  error instanceof GuideFailure || error instanceof AppError ? error.code : 'server.unexpected';
