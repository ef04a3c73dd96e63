import type { ConverterState } from '@butaca/contract';
import { Notice } from '@butaca/ui';
import { momentInWords } from '../../../platform/moment.ts';

/** How ffmpeg is confined on the server, in Spanish. */
const confinements: Readonly<Record<NonNullable<ConverterState['confinement']>, string>> = {
  namespace: 'aislado de la red y de los archivos del servidor',
  user: 'con un usuario sin permisos',
  limits: 'con límites de recursos, sin aislar (mira docs/operar.md)',
  environment: 'sin aislar en este sistema (mira docs/operar.md)',
};

/** Says whether the server can convert what browsers do not play, and since when. */
export function ConverterLine({ converter }: { converter: ConverterState }) {
  const { state, version, confinement } = converter;
  const since = momentInWords(converter.since);
  if (state === 'unknown') {
    return (
      <Notice tone="warn">
        {`Conversión: ffmpeg todavía no responde (desde ${since}). El servidor lo sigue comprobando; mientras tanto no se puede ver lo que hay que convertir.`}
      </Notice>
    );
  }
  if (state === 'missing') {
    return (
      <Notice tone="info">
        {`Conversión: sin ffmpeg (desde ${since}). Algunos archivos no se verán en el navegador: instala ffmpeg, o indica dónde está con FFMPEG_PATH y FFPROBE_PATH, y reinicia el servidor.`}
      </Notice>
    );
  }
  const confined = confinement === null ? '' : `, ${confinements[confinement]}`;
  return <p className="stats__quiet">{`Conversión: ffmpeg ${version}${confined}. Lista desde ${since}.`}</p>;
}
