import type { NativePlayer } from '@butaca/bridge';
import { Button, Notice } from '@butaca/ui';
import './native-test.css';
import { samples } from './samples.ts';
import { useNativeTest } from './use-native-test.ts';

/** Plays the product's samples in the player of a phone's app, and shows what the player reports. */
export function NativeTest({ player }: { player: NativePlayer }) {
  const { failure, lines, play, retry, stop } = useNativeTest(player);
  return (
    <div className="native-test">
      <p>Cada muestra se abre a pantalla completa en el reproductor de la aplicación.</p>
      <ul className="native-test__samples" aria-label="Muestras">
        {samples.map((sample) => (
          <li key={sample.path}>
            <Button variant="primary" onClick={() => play(sample)}>
              {`${sample.title} (${sample.kind})`}
            </Button>
          </li>
        ))}
      </ul>
      {failure === undefined ? null : (
        <Notice
          tone="danger"
          action={
            <Button variant="line" size="sm" onClick={retry}>
              Reintentar
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      <Button variant="line" onClick={stop}>
        Detener
      </Button>
      <ol className="native-test__lines" aria-label="Lo que dice el reproductor" aria-live="polite">
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </div>
  );
}
