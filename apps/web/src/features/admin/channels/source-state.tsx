import type { SourceVerdict } from '@butaca/contract';
import { Badge } from '@butaca/ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { counted } from '../../../platform/counted.ts';
import { sourceReportsQuery } from './channels.queries.ts';

/** Why a source failed, and what an administrator can do about it. */
const verdictWords: Readonly<Record<SourceVerdict, string>> = {
  unknown_host: 'El nombre de su servidor no existe. Revisa la dirección.',
  unreachable: 'Su servidor no responde o da un error.',
  certificate: 'El certificado de su servidor no es válido.',
  timeout: 'Su servidor tarda demasiado en responder.',
  unauthorized: 'El proveedor no acepta la cuenta (401). Revisa el usuario y la contraseña.',
  forbidden: 'El proveedor lo prohíbe (403). Puede que la cuenta haya caducado o que pida otras cabeceras.',
  gone: 'El proveedor ya no tiene este canal en esta dirección (404).',
  blocked: 'El proveedor lo tiene bloqueado por motivos legales (451).',
  connections: 'La cuenta del proveedor ya tiene todas sus conexiones en uso (458 o 509).',
  busy: 'El proveedor está saturado.',
  page: 'En lugar del canal llega una página web. Puede que la cuenta haya caducado.',
  refused: 'Lo que llega no se puede reproducir.',
  closed: 'Su servidor corta la emisión.',
  starving: 'La emisión se queda parada.',
  sync_lost: 'Lo que llega deja de ser una emisión MPEG-TS.',
  no_video: 'La emisión llega sin imagen ni sonido.',
  segments: 'Su lista responde, pero los trozos de vídeo no se pueden descargar.',
  black: 'La imagen está en negro, y la de otra fuente no.',
};

/** How long ago a source failed: «hace 5 minutos». */
function agoInWords(seconds: number): string {
  if (seconds < 60) return 'hace menos de un minuto';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `hace ${counted(minutes, 'minuto', 'minutos')}`;
  return `hace ${counted(Math.floor(minutes / 60), 'hora', 'horas')}`;
}

interface SourceStateProps {
  channelId: string | undefined;
  sourceId: string | undefined;
}

/** What real plays have shown of a source of a channel: nothing for one that has not failed lately. */
export function SourceState({ channelId, sourceId }: SourceStateProps) {
  const { data } = useQuery(
    channelId === undefined || sourceId === undefined
      ? { ...sourceReportsQuery(''), queryFn: skipToken }
      : sourceReportsQuery(channelId),
  );
  const report = data?.reports.find(({ _id }) => _id === sourceId);
  if (report === undefined) return null;
  return (
    <p className="source__state">
      {report.isUnstable && <Badge tone="warn">Inestable</Badge>}
      <span>
        Último fallo, {agoInWords(report.agoSeconds)}: {verdictWords[report.verdict]}
      </span>
    </p>
  );
}
