/** What an administrator reads about the certificates of a provider's servers. */
import type { CertificateState } from '@butaca/contract';
import type { AppError } from '../../../platform/http/app-error.ts';
import { describeError } from './provider-sentences.ts';
import type { PresentedCertificate } from './providers.ts';

export type KnownCertificate = PresentedCertificate['certificate'];

/** What is wrong with a certificate, by the name that OpenSSL or Node has for it. */
const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'ha caducado',
  CERT_NOT_YET_VALID: 'todavía no es válido',
  CERT_REVOKED: 'lo ha anulado quien lo emitió',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'lo ha firmado el propio servidor',
  ERR_TLS_CERT_ALTNAME_INVALID: 'es de otro nombre',
  HOSTNAME_MISMATCH: 'es de otro nombre',
};

const describeReason = (reason: string): string =>
  Object.hasOwn(reasons, reason) ? (reasons[reason] ?? '') : 'no lo ha firmado ninguna autoridad conocida';

const day = (date: Date): string =>
  date.toLocaleDateString('es', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Describes how the certificate of a server stands, and what to do. @param allowed - the fingerprint that is allowed */
export function describeCertificate({
  state,
  presented,
  allowed,
}: {
  state: CertificateState;
  presented: PresentedCertificate | AppError;
  allowed: string | undefined;
}): string {
  if (!('certificate' in presented)) return describeError(presented.code);
  const { certificate, reason = '' } = presented;
  if (state === 'valid') return 'Lo ha firmado una autoridad conocida.';
  if (state === 'allowed')
    return `No es válido (${describeReason(reason)}), pero lo has permitido: solo se acepta este.`;
  if (state === 'changed')
    return `El servidor ha cambiado de certificado y no se le envía nada. Permitiste ${allowed}; ahora presenta ${certificate.fingerprint}, que ${describeReason(reason)}. Permítelo solo si tu proveedor te confirma el cambio.`;
  return `No es válido: ${describeReason(reason)}. No se le envía nada. Si tu proveedor te confirma su huella, puedes permitirlo.`;
}

/**
 * Describes a certificate that was refused while an address was tried.
 *
 * @param allowed - the fingerprints of those that an administrator has allowed at that server
 */
export function describeRefused(refused: PresentedCertificate & { allowed: readonly string[] }): string {
  const { certificate, allowed } = refused;
  const [first] = allowed;
  const what = describeCertificate({
    state: first === undefined ? 'refused' : 'changed',
    presented: refused,
    allowed: allowed.join(' o '),
  });
  const named = `Titular: ${certificate.subject}; emisor: ${certificate.issuer}; válido del ${day(certificate.validFrom)} al ${day(certificate.validTo)}.`;
  const fingerprint = first === undefined ? ` Huella SHA-256: ${certificate.fingerprint}.` : '';
  return `${what} ${named}${fingerprint} Se permite con «Certificados».`;
}
