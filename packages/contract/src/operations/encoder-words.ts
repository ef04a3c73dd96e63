import type { EncoderKind, EncoderState } from './encoder.ts';

/** What people read for a hardware encoder. */
export const encoderNames: Readonly<Record<EncoderKind, string>> = {
  vaapi: 'VAAPI (Intel, AMD)',
  qsv: 'Quick Sync (Intel)',
  nvenc: 'NVENC (NVIDIA)',
  v4l2m2m: 'V4L2 (Raspberry Pi y similares)',
  videotoolbox: 'VideoToolbox (Apple)',
};

const devices: Readonly<Record<EncoderKind, string>> = {
  vaapi: '/dev/dri',
  qsv: '/dev/dri',
  nvenc: '/dev/nvidia*',
  v4l2m2m: '/dev/video*',
  videotoolbox: 'de codificación',
};

const drivers: Readonly<Record<EncoderKind, string>> = {
  vaapi: 'su controlador (intel-media-va-driver o mesa-va-drivers)',
  qsv: 'su controlador (intel-media-va-driver y libmfx o libvpl)',
  nvenc: 'el controlador de NVIDIA',
  v4l2m2m: 'el núcleo de Linux de tu placa',
  videotoolbox: 'una versión de macOS que lo permita',
};

const faults: Readonly<Record<NonNullable<EncoderState['fault']>, (kind: EncoderKind) => string>> = {
  no_device: (kind) =>
    kind === 'nvenc'
      ? 'No hay ningún dispositivo /dev/nvidia*. En Docker, usa nvidia-container-toolkit y «gpus: all», y reinicia Butaca.'
      : `No hay ningún dispositivo ${devices[kind]}. En Docker, pásalo con «devices:», y reinicia Butaca.`,
  no_access: (kind) =>
    `El usuario de Butaca no puede abrir el dispositivo ${devices[kind]}. Añádelo al grupo «render» o «video» (en Docker, «group_add:»), y reinicia Butaca.`,
  refused: (kind) =>
    `El dispositivo no codificó un segundo de prueba. Instala ${drivers[kind]} donde corre ffmpeg, y reinicia Butaca.`,
  unlisted: (kind) =>
    `El ffmpeg de este servidor no incluye h264_${kind}. Instala uno que lo incluya, o elige otro codificador.`,
};

/** Says in Spanish why a server has not found a hardware encoder, and how an operator mends it. */
export const sayEncoderFault = (kind: EncoderKind, fault: NonNullable<EncoderState['fault']>): string =>
  faults[fault](kind);
