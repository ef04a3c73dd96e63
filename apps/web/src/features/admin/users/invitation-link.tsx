import type { Invitation } from '@butaca/contract';
import { Button, Notice } from '@butaca/ui';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { QrCode } from '../../../platform/qr-code.tsx';
import { hrefTo, paths } from '../../../shared/paths.ts';
import { dayInWords } from '../../../platform/moment.ts';

/**
 * Shows the link of an invitation, which the server never shows again, as text and as a QR code. The token is behind the
 * link's `#`, so no server writes it into a log.
 */
export function InvitationLink({
  username,
  invitation: { token, expiresAt },
}: {
  username: string;
  invitation: Invitation;
}) {
  const link = `${location.origin}/${hrefTo(paths.invitation(token))}`;
  const [isCopied, setCopied] = useState<boolean>();
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
