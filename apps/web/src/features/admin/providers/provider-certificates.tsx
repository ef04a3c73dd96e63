import type { Provider, ProviderServer } from '@butaca/contract';
import { Badge, Button, Dialog, Notice, notify, SkeletonRows, Switch } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { dayInWords } from '../../../platform/moment.ts';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { certificateWords } from './provider-words.ts';
import {
  allowCertificate,
  certificatesQuery,
  everyProviderQuery,
  refuseCertificate,
} from './providers.queries.ts';

type Certificate = NonNullable<ProviderServer['presented']>;

/** A certificate of a server that an administrator is about to allow. */
interface Asked {
  origin: string;
  certificate: Certificate;
}

/**
 * «Certificados»: the dialog that shows which certificates the servers of a provider present, and allows single ones that no
 * authority vouches for; open while rendered.
 */
export function ProviderCertificates({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { _id: id, name } = provider;
  const queryClient = useQueryClient();
  const found = useQuery(certificatesQuery(id));
  const [asked, setAsked] = useState<Asked>();
  const refusal = useMutation({
    mutationFn: (origin: string) => refuseCertificate(id, origin),
    onSuccess: () => notify.ok('Ya no se acepta ese certificado.'),
    onError: (error) => notify.error(messageOf(error, 'No se pudo cambiar el certificado.')),
    onSettled: () => queryClient.invalidateQueries(everyProviderQuery),
  });

  if (asked !== undefined) {
    const { origin, certificate } = asked;
    const handleConfirm = async (currentPassword: string): Promise<void> => {
      const { fingerprint } = certificate;
      await allowCertificate(id, { origin, fingerprint, currentPassword });
      void queryClient.invalidateQueries(everyProviderQuery);
      setAsked(undefined);
      notify.ok('Certificado permitido.');
    };
    return (
      <PasswordConfirmDialog
        title="¿Aceptar este certificado?"
        confirmLabel="Aceptar certificado"
        failure="No se pudo permitir el certificado."
        onConfirm={handleConfirm}
        onClose={() => setAsked(undefined)}
      >
        {`Butaca enviará a ${origin} la cuenta de «${name}» solo mientras presente el certificado con la huella ${certificate.fingerprint}. Compárala antes con la que te dé tu proveedor: nadie más garantiza que ese servidor sea suyo. Escribe tu contraseña para confirmarlo.`}
      </PasswordConfirmDialog>
    );
  }
  const servers = found.data?.servers ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Certificados de ${name}`}
      size="md"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cerrar
          </Button>
          <Button variant="primary" loading={found.isFetching} onClick={() => void found.refetch()}>
            Mirar otra vez
          </Button>
        </>
      }
    >
      {found.isPending && <SkeletonRows count={3} label="Mirando los certificados..." />}
      {found.isError && (
        <Notice tone="danger">{messageOf(found.error, 'No se pudieron mirar los certificados.')}</Notice>
      )}
      {found.isSuccess && servers.length === 0 && (
        <p>Ninguna dirección de este proveedor usa conexión cifrada (https).</p>
      )}
      {servers.length > 0 && (
        <ul className="providercertificates" aria-label="Servidores">
          {servers.map((server) => (
            <ServerCertificate
              key={server.origin}
              server={server}
              isBusy={refusal.isPending}
              onAsk={(certificate) => setAsked({ origin: server.origin, certificate })}
              onRefuse={() => refusal.mutate(server.origin)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function ServerCertificate({
  server,
  isBusy,
  onAsk,
  onRefuse,
}: {
  server: ProviderServer;
  isBusy: boolean;
  onAsk: (certificate: Certificate) => void;
  onRefuse: () => void;
}) {
  const { origin, state, sentence, presented, allowed } = server;
  const { label, tone } = certificateWords[state];
  const hasSwitch = allowed !== null || state === 'refused';
  return (
    <li>
      <b>{origin}</b>
      <Badge tone={tone}>{label}</Badge>
      <p>{sentence}</p>
      {presented !== null && <CertificateDetails certificate={presented} />}
      {hasSwitch && (
        <Switch
          label={`Aceptar el certificado de ${origin} aunque no sea válido`}
          checked={allowed !== null}
          disabled={isBusy}
          onChange={() => {
            if (allowed !== null) onRefuse();
            else if (presented !== null) onAsk(presented);
          }}
        />
      )}
      {state === 'changed' && presented !== null && (
        <Button size="sm" variant="line" onClick={() => onAsk(presented)}>
          Permitir el certificado nuevo <span className="vh">de {origin}</span>
        </Button>
      )}
    </li>
  );
}

function CertificateDetails({ certificate }: { certificate: Certificate }) {
  const { fingerprint, subject, issuer, validFrom, validTo } = certificate;
  return (
    <dl>
      <dt>Huella SHA-256</dt>
      <dd>{fingerprint}</dd>
      <dt>Titular</dt>
      <dd>{subject}</dd>
      <dt>Emisor</dt>
      <dd>{issuer}</dd>
      <dt>Validez</dt>
      <dd>{`del ${dayInWords(validFrom)} al ${dayInWords(validTo)}`}</dd>
    </dl>
  );
}
