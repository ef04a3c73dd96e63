import type { BodySink } from '../upstream/upstream-exchange.ts';
import type { ChannelConnection, Piece } from './channel-connection.ts';
import { createTsClock } from './ts-clock.ts';

/** The body of a channel in MPEG-TS that its viewers receive; several upstream connections may feed it, one after another. */
export interface ChannelBody {
  /** Lets a reader receive what is passed on from now on. */
  begin(sink: BodySink): void;
  /** Passes on what the present connection has sent, with times that continue those of the one before. */
  pass(connection: ChannelConnection, piece: Piece): void;
  /** Passes on bytes that are no packets, as they are. */
  passRest(rest: Buffer): void;
  /** Ends the body. @param failure - `undefined` where the body is complete */
  finish(failure: Error | undefined): void;
}

/** @param onMedia - gets what is passed on, and the address of its source */
export function createChannelBody(onMedia: (address: string, media: Buffer) => void): ChannelBody {
  const clock = createTsClock();
  let sink: BodySink | undefined;

  return {
    begin(reader) {
      sink = reader;
    },
    pass({ pauses, opened }, { prelude, media }) {
      if (prelude !== undefined) {
        clock.cut();
        sink?.data(prelude);
      }
      if (media.length === 0) return;
      const passed = clock.pass(media);
      pauses.gain(clock.gainedMs());
      onMedia(opened.address, passed);
      sink?.data(passed);
    },
    passRest: (rest) => sink?.data(rest),
    finish(failure) {
      if (failure === undefined) sink?.end();
      else sink?.fail(failure);
    },
  };
}
