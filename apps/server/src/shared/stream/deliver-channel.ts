import type { ClientAbility } from '@butaca/contract';
import type { PlayingDevice } from './stream-grant.ts';
import type { StreamSource } from './stream-source.ts';

/** Decides how a channel is delivered to a client: unchanged or converted by ffmpeg. */
export type DeliverChannel = (
  source: StreamSource,
  can: ReadonlySet<ClientAbility>,
  device: PlayingDevice,
) => Promise<StreamSource>;
