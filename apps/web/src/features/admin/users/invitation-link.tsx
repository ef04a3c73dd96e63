import type { Invitation } from '@butaca/contract';
import { Button, Notice, Select } from '@butaca/ui';
import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { QrCode } from '../../../platform/qr-code.tsx';
import { hrefTo, paths } from '../../../shared/paths.ts';
import { dayInWords } from '../../../platform/moment.ts';

/**
 * Shows the link of an invitation, which the server never shows again, as text and as a QR code. The token is behind the
 * link's `#`, so no server writes it into a log.
 */
export function InvitationLink({
  username,
  invitation: { token, expiresAt, baseUrls, basis },
}: {
  username: string;
  invitation: Invitation;
}) {
  const [baseUrl, setBaseUrl] = useState(baseUrls[0] ?? location.origin);
  const [isCopied, setCopied] = useState<boolean>();
  const link = `${baseUrl}/${hrefTo(paths.invitation(token))}`;
  async function handleCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // The browser's clipboard is unavailable without https; the person can select the link and copy it by hand.
      setCopied(false);
    }
  }
  return (
    <div className="secret invitation">
      <p>
        Con este enlace <b>{username}</b> elegirá su contraseña y entrará. Envíaselo, o muéstrale el código
        para que lo escanee con su teléfono.
      </p>
      <Reach basis={basis} canChoose={baseUrls.length > 1} />
      {baseUrls.length > 1 && (
        <Select
          label="Dirección del enlace"
          options={baseUrls.map((url) => ({ value: url, label: url }))}
          value={baseUrl}
          onChange={(event) => {
            setBaseUrl(event.currentTarget.value);
            setCopied(undefined);
          }}
        />
      )}
      <QrCode text={link} label={`Código QR de la invitación de ${username}`} />
      <div className="secret__row">
        <code className="secret__words">{link}</code>
        <Button
          variant="second"
          size="sm"
          icon={isCopied === true ? <Check className="ico" /> : <Copy className="ico" />}
          onClick={() => void handleCopy()}
        >
          {isCopied === true ? 'Copiado' : 'Copiar enlace'}
        </Button>
      </div>
      <p role="status" className="vh">
        {isCopied === true ? 'Enlace copiado.' : ''}
      </p>
      {isCopied === false && (
        <Notice tone="info">El navegador no permite copiar aquí: selecciónalo y cópialo a mano.</Notice>
      )}
      <Notice tone="warn">
        No volverá a mostrarse. Sirve una sola vez, hasta el {dayInWords(expiresAt)}. Cualquiera que lo tenga
        puede usarlo.
      </Notice>
    </div>
  );
}

/**
 * Says on which devices the link of an invitation opens, where the administrator's own address is of no use to others.
 *
 * @param canChoose - whether the link can begin with one of several addresses
 */
function Reach({ basis, canChoose }: Pick<Invitation, 'basis'> & { canChoose: boolean }): ReactNode {
  if (basis === 'network') {
    return (
      <Notice tone="info">
        Has entrado con {location.host}, que solo funciona en este equipo. Por eso el enlace lleva la
        dirección de este equipo en su red, y se abre en los dispositivos de esa red.
        {canChoose ? ' Si no se abre, elige otra dirección.' : ''} Si le das a Butaca su dirección con
        PUBLIC_URL, todos los enlaces la llevarán.
      </Notice>
    );
  }
  if (basis === 'machine') {
    return (
      <Notice tone="warn">
        Este enlace solo se abre en este equipo. Para invitar a otros, arranca Butaca con su dirección en
        PUBLIC_URL y crea otra invitación.
      </Notice>
    );
  }
  return null;
}
