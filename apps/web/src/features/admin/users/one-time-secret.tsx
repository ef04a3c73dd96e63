import { Button, Notice } from '@butaca/ui';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** Shows a generated one-time password, which the server never shows again, with a button that copies it. */
export function OneTimeSecret({ username, secret }: { username: string; secret: string }) {
  const [isCopied, setCopied] = useState<boolean>();
  async function handleCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // The browser's clipboard is unavailable without https; the person can select the password and copy it by hand.
      setCopied(false);
    }
  }
  return (
    <div className="secret">
      <p>
        Contraseña de un solo uso de <b>{username}</b>:
      </p>
      <div className="secret__row">
        <code className="secret__words">{secret}</code>
        <Button
          variant="second"
          size="sm"
          icon={isCopied === true ? <Check className="ico" /> : <Copy className="ico" />}
          onClick={() => void handleCopy()}
        >
          {isCopied === true ? 'Copiada' : 'Copiar'}
        </Button>
      </div>
      <p role="status" className="vh">
        {isCopied === true ? 'Contraseña copiada.' : ''}
      </p>
      {isCopied === false && (
        <Notice tone="info">El navegador no permite copiar aquí: selecciónala y cópiala a mano.</Notice>
      )}
      <Notice tone="warn">
        No volverá a mostrarse. Sirve para entrar una sola vez; al entrar, la persona elegirá una propia.
      </Notice>
    </div>
  );
}
