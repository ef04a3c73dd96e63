/*
 * A channel in MPEG-TS that goes on when its upstream does not. Its readers get one body: when the connection to
 * a source closes, sends no packet for a while, or sends something else than MPEG-TS, another connection is opened, to the
 * same source or the next one. Its packets follow in the same body from its first keyframe on, with times that continue
 * those of the connection before. Where the provider allows it, the next source is opened beside one that is silent for
 * longer than usual, so that it is ready when the silent one has to be left; it is closed unused when that one goes on.
 * The body ends when no source has played for a while.
 */
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createChannelBody } from './channel-body.ts';
import type { OpenedSource } from './channel-connection.ts';
import { createChannelSupply, type SupplyNeeds } from './channel-supply.ts';
import type { JudgePicture } from './judge-picture.ts';
import { createPictureWatch } from './picture-watch.ts';
import { watchSteadily } from './watch-steadily.ts';

interface SteadyNeeds extends SupplyNeeds {
  first: OpenedSource;
  /** Judges keyframes of the channel; `undefined` where nobody is to notice black ones. */
  judgePicture: JudgePicture | undefined;
}

export function createSteadyChannel({ first, ...needs }: SteadyNeeds): UpstreamAnswer {
  const pictures = createPictureWatch({
    ...needs,
    onBlack: (address) => supply.leave(address, 'black'),
  });
  const body = createChannelBody(pictures.take);
  const supply = createChannelSupply(body, needs, finish);
  const watch = watchSteadily(supply.review, needs.timing.clock);
  let isOver = false;

  function stop(): void {
    isOver = true;
    watch.end();
    supply.end();
    pictures.end();
    first.end();
  }

  function finish(loss: Error | undefined): void {
    if (isOver) return;
    stop();
    body.finish(loss);
  }

  return {
    ...first.answer,
    read(reader) {
      body.begin(reader);
      supply.begin(first);
    },
    pause: supply.pause,
    resume: supply.resume,
    isPaused: supply.isPaused,
    abort: stop,
  };
}
