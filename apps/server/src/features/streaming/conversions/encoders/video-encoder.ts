import type { EncoderKind } from '@butaca/contract';
import type { Confinement } from '../../../../platform/programs/confinement.ts';
import type { Converter } from '../ffmpeg/converter.ts';

/** A hardware encoder of H.264 as ffmpeg is told to use it. */
export interface VideoEncoder {
  kind: EncoderKind;
  /** The device file by which ffmpeg opens it; `undefined` where ffmpeg finds it by itself. */
  device: string | undefined;
}

/** A hardware encoder that has encoded on this machine. */
export interface FoundEncoder extends VideoEncoder {
  /** The confinement (sandbox) in which ffmpeg sees the encoder's device. */
  confinement: Confinement;
}

/** What conversions need of hardware encoders. */
export interface EncoderChoice {
  /**
   * Returns the hardware encoder for a conversion that begins now. `undefined` means that the processor encodes, because no
   * hardware encoder is chosen, or because the chosen one was not found or has failed lately.
   */
  choose(): Promise<FoundEncoder | undefined>;
  /**
   * Called when a conversion has failed with an encoder, and the processor has then encoded the same; or when nothing has come of
   * the encoder at the start of a channel in MPEG-TS, although the source delivers.
   */
  noteFailure(encoder: FoundEncoder): void;
}

/** Returns a converter whose ffmpeg sees the device of a hardware encoder, where there is one. */
export const withEncoder = (converter: Converter, encoder: FoundEncoder | undefined): Converter =>
  encoder === undefined ? converter : { ...converter, confinement: encoder.confinement };
