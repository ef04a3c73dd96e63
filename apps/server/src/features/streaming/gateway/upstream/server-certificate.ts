/**
 * The certificates of providers' servers. Those that an authority vouches for are accepted everywhere. Beyond these an
 * administrator can allow single certificates, by their SHA-256 fingerprint and for one origin; there the fingerprint takes
 * the place of authority, name and dates. Node then has to finish the handshake with a certificate that it does not trust, so
 * the fingerprint is compared before the connection is handed to anybody who could write to it.
 */
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/** The certificate that a server presents; of a chain its own (the leaf). */
export interface ServerCertificate {
  /** SHA-256 of the whole certificate, in pairs of upper-case hexadecimal digits that are separated by colons. */
  fingerprint: string;
  /** The parts of the name of whom it was issued for, such as `CN=tv.example, O=Proveedor`; the server wrote it. */
  subject: string;
  /** As `subject`, of who has issued it. */
  issuer: string;
  validFrom: Date;
  validTo: Date;
}

/** The SHA-256 fingerprints of the certificates that are allowed at an origin, such as `https://tv.example:8443`. */
export type FindCertificates = (origin: string) => Promise<readonly string[]>;

/** Thrown instead of sending anything to a server whose certificate is neither valid nor allowed. */
export class CertificateRefusedError extends Error {
  override readonly name = 'CertificateRefusedError';
  readonly code = 'CERTIFICATE_REFUSED';
  /** `undefined` for a server that has presented none. */
  readonly certificate: ServerCertificate | undefined;
  /** What is wrong with it, as OpenSSL or Node names it: `DEPTH_ZERO_SELF_SIGNED_CERT` … */
  readonly reason: string;

  constructor(certificate: ServerCertificate | undefined, reason: string) {
    super('the certificate of the upstream is not allowed');
    this.certificate = certificate;
    this.reason = reason;
  }
}

/** How many characters of a name in a certificate are kept. */
const nameMaxLength = 200;

/**
 * Reads the certificate that a server has presented, once for each connection: Node 20 answers `undefined` when it is asked
 * again.
 *
 * @param socket - after its handshake
 */
export function readCertificate(socket: TLSSocket): ServerCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return {
    fingerprint: certificate.fingerprint256,
    subject: readName(certificate.subject),
    issuer: readName(certificate.issuer),
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
  };
}

/** Makes one line of a name in a certificate, without characters that change how the text around it is shown. */
const readName = (name: string | undefined): string =>
  (name ?? '')
    .slice(0, nameMaxLength)
    .replaceAll('\n', ', ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');

/**
 * Compares the certificate of a connection, to which nothing has been written yet, with those that are allowed.
 *
 * @throws CertificateRefusedError when it is neither valid nor allowed
 */
export function requireCertificate(socket: TLSSocket, allowed: readonly string[]): void {
  if (socket.authorized) return;
  const certificate = readCertificate(socket);
  if (certificate === undefined || !allowed.includes(certificate.fingerprint))
    throw new CertificateRefusedError(certificate, String(socket.authorizationError));
}

/**
 * Creates a connector for servers with allowed certificates. The sessions of their connections are not resumed, so that each
 * connection has a certificate of its own to compare.
 */
export function createPinnedConnector(
  options: buildConnector.BuildOptions,
  allowed: readonly string[],
): buildConnector.connector {
  const connect = buildConnector({ ...options, rejectUnauthorized: false, maxCachedSessions: 0 });
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[0] !== null) return callback(...outcome);
      const socket = outcome[1];
      try {
        // Agents with this connector have one origin, whose connections all use TLS.
        requireCertificate(socket as TLSSocket, allowed);
      } catch (error) {
        socket.destroy();
        return callback(error as Error, null);
      }
      return callback(null, socket);
    });
}
