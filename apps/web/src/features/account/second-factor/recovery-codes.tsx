import { Button, Notice } from '@butaca/ui';
import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { saveAs } from '../../../platform/api/download.ts';

interface RecoveryCodesProps {
  username: string;
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new recovery codes, which the server never shows again, with buttons that copy and save them. */
export function RecoveryCodes({ username, codes, onDone }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState<boolean>();
  async function handleCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied(true);
    } catch {
      // The browser's clipboard is unavailable without https; the person can select the codes and copy them by hand.
      setCopied(false);
    }
  }
  function handleDownload(): void {
    const text = `Códigos de recuperación de ${username} en Butaca. Cada uno sirve una vez.\n\n${codes.join('\n')}\n`;
    saveAs(new Blob([text], { type: 'text/plain' }), `butaca-codigos-${username}.txt`);
  }
  return (
    <section className="factor__part">
      <h2>Guarda tus códigos de recuperación</h2>
      <Notice tone="warn">
        No volverán a mostrarse. Si pierdes el teléfono, cada código sirve para entrar una sola vez.
      </Notice>
      <ul className="factor__codes" aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p role="status" className="vh">
        {isCopied === true ? 'Códigos copiados.' : ''}
      </p>
      {isCopied === false && (
        <Notice tone="info">El navegador no permite copiar aquí: selecciónalos y cópialos a mano.</Notice>
      )}
      <div className="factor__acts">
        <Button
          variant="second"
          icon={isCopied === true ? <Check className="ico" /> : <Copy className="ico" />}
          onClick={() => void handleCopy()}
        >
          {isCopied === true ? 'Copiados' : 'Copiar'}
        </Button>
        <Button variant="second" icon={<Download className="ico" />} onClick={handleDownload}>
          Descargar
        </Button>
        <Button variant="primary" onClick={onDone}>
          Listo
        </Button>
      </div>
    </section>
  );
}
