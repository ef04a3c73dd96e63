import { encoderNames, sayEncoderFault, type EncoderState } from '@butaca/contract';
import { momentInWords } from '../../../platform/moment.ts';

/** Says which hardware encoders the server has found, which have failed, and why the others are missing. */
export function EncoderLines({ encoders }: { encoders: readonly EncoderState[] }) {
  if (encoders.length === 0) return null;
  const found = encoders.filter(({ state }) => state !== 'missing');
  const missing = encoders.filter(({ state }) => state === 'missing');
  return (
    <div className="stats__quiet">
      {found.map((encoder) => (
        <p key={encoder.kind}>{`Codificador ${encoderNames[encoder.kind]}: ${say(encoder)}.`}</p>
      ))}
      {missing.length > 0 && (
        <details>
          <summary>{`Codificadores por hardware que no se han encontrado: ${missing.length}`}</summary>
          <ul>
            {missing.map(({ kind, fault }) => (
              <li key={kind}>{`${encoderNames[kind]}: ${sayEncoderFault(kind, fault ?? 'refused')}`}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function say({ state, since }: EncoderState): string {
  const from = `desde ${momentInWords(since)}`;
  if (state === 'found') return `encontrado ${from}`;
  if (state === 'failed')
    return `falla ${from}; mientras tanto codifica el procesador, y el servidor lo vuelve a probar`;
  return `todavía no responde (${from}); el servidor lo sigue probando`;
}
