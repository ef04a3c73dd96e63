import { IconButton } from '@butaca/ui';
import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import './keys-help.css';
import { focusOnce } from '../../../../platform/focus-once.ts';

interface HelpRow {
  keys: readonly string[];
  does: string;
}

const ofAll: readonly HelpRow[] = [
  { keys: ['Espacio', 'K'], does: 'Reproducir o pausar' },
  { keys: ['F'], does: 'Pantalla completa' },
  { keys: ['M'], does: 'Silenciar' },
  { keys: ['↑', '↓'], does: 'Volumen; con mando, moverse por la pantalla' },
  { keys: ['C'], does: 'Subtítulos' },
  { keys: ['P'], does: 'Imagen en imagen' },
];
const ofVideos: readonly HelpRow[] = [
  { keys: ['←', '→'], does: 'Retroceder o adelantar 10 s' },
  { keys: ['J', 'L'], does: 'Lo mismo, desde cualquier botón' },
  { keys: ['Re Pág', 'Av Pág'], does: 'Escena anterior o siguiente, si el archivo las nombra' },
  { keys: ['N'], does: 'Siguiente capítulo' },
];
const ofChannels: readonly HelpRow[] = [
  { keys: ['Re Pág', 'CH +'], does: 'Canal siguiente (también N)' },
  { keys: ['Av Pág', 'CH −'], does: 'Canal anterior en la lista' },
  { keys: ['1', '…', '9'], does: 'Ir al canal de ese número; Intro no espera' },
  { keys: ['0'], does: 'Volver al último canal' },
  { keys: ['L'], does: 'Lista de canales; con mando, ↑ en pantalla completa' },
];
const ofTheEnd: readonly HelpRow[] = [
  { keys: ['?'], does: 'Esta ayuda' },
  { keys: ['Esc'], does: 'Cerrar o salir de pantalla completa' },
];

/** The table of the player's keyboard shortcuts, shown over the video. */
export function KeysHelp({ isChannel, onClose }: { isChannel: boolean; onClose: () => void }) {
  const rows = [...ofAll, ...(isChannel ? ofChannels : ofVideos), ...ofTheEnd];
  return (
    <section className="keys" aria-labelledby="keys-title" {...arrows}>
      <div className="keys__panel">
        <header className="keys__head">
          <h2 id="keys-title">Teclas del reproductor</h2>
          <IconButton label="Cerrar" onClick={onClose} ref={focusOnce}>
            <X className="ico" aria-hidden />
          </IconButton>
        </header>
        <dl className="keys__list">
          {rows.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/**
 * The arrow keys scroll the table of keyboard shortcuts if it is taller than the player; the player must not get them.
 */
const arrows = {
  onKeyDown(event: KeyboardEvent): void {
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  },
};
