import { useArrowNavigation, classes, IconButton, Picture } from '@butaca/ui';
import { ChevronDown, ChevronUp, ListVideo, Lock, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { OnAir } from '../../../shared/guide/on-air.tsx';
import { focusVideo } from '../player/playback/player-actions.ts';
import { useHeldEscape } from '../player/touch/player-touch.tsx';
import type { DrivenVideo } from '../player/playback/use-playback.ts';
import { useZapKeys } from './use-zap-keys.ts';
import type { Zapping } from './use-zapping.ts';
import { listAround } from './zap-rules.ts';
import { noteOf, type PlayState } from './play-state.tsx';
import type { ZapChannel } from './zapping.queries.ts';
import './zap-layer.css';

/**
 * The overlay over a channel's video while the person changes the channel: a banner with the channel that is about to
 * open or has just opened, or the channel list.
 */
export function ZapLayer({ zapping, driven, state }: ZapListProps & { driven: DrivenVideo }) {
  const { current, isListOpen } = zapping;
  const stage = useRef<HTMLElement>(null);
  useZapKeys(zapping);
  useEffect(() => {
    stage.current = driven.media.closest<HTMLElement>('.player');
  }, [driven]);
  useHeldEscape(isListOpen, stage);
  const before = useRef({ id: current._id, isListOpen });
  useEffect(() => {
    const was = before.current;
    before.current = { id: current._id, isListOpen };
    // After the person chose a channel or closed the channel list, the video takes the focus.
    const isDone = was.id !== current._id || (was.isListOpen && !isListOpen);
    if (isDone) focusVideo(driven.media.closest('.player'));
  }, [driven, current._id, isListOpen]);
  return isListOpen ? <ZapList zapping={zapping} state={state} /> : <ZapBanner zapping={zapping} />;
}

/**
 * A banner in a corner of the video with a channel's number and name, while the person types or changes the channel.
 */
function ZapBanner({ zapping }: { zapping: Zapping }) {
  const { current, typed, typedChannel: channel, isNumberAsked, target, notice, isArriving } = zapping;
  if (typed !== '') {
    const isFree = channel === undefined && !isNumberAsked;
    return <Banner number={typed} channel={channel} text={isFree ? 'Sin canal' : undefined} />;
  }
  if (notice !== '') return <Banner text={notice} />;
  const shown = target ?? (isArriving ? current : undefined);
  if (shown === undefined) return null;
  // The number of a channel that was opened by its address is known once the channel has loaded.
  return <Banner number={shown.number || undefined} channel={shown} />;
}

interface BannerProps {
  number?: string | number | undefined;
  channel?: ZapChannel | undefined;
  text?: string | undefined;
}

function Banner({ number, channel, text }: BannerProps) {
  return (
    <div className="zapnow" role="status">
      {number === undefined ? null : <b className="zapnow__number">{number}</b>}
      {channel === undefined ? null : (
        <>
          <ZapLogo channel={channel} />
          <span className="zapnow__name">
            <b>{channel.name}</b>
            <span>{channel.locked ? 'Tu plan no lo incluye' : channel.section}</span>
            <OnAir channelId={channel._id} scope={channel.section} look="line" />
          </span>
        </>
      )}
      {text === undefined ? null : <span className="zapnow__text">{text}</span>}
    </div>
  );
}

/** A channel's logo on a tile; a drawing if it has no logo. */
export function ZapLogo({ channel: { name, logo } }: { channel: ZapChannel }) {
  return (
    <span className="zap__logo" aria-hidden>
      <Picture name={name} shape="small" url={logo && imageAddress(logo)} />
    </span>
  );
}

interface ZapListProps {
  zapping: Zapping;
  state: PlayState;
}

/** The channel list over the video, which the arrow keys and Enter operate. */
function ZapList({ zapping, state }: ZapListProps) {
  const { lineup, current, showList, open, unresponsive } = zapping;
  const arrows = useArrowNavigation({ axis: 'y' });
  const keys = {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      arrows.onKeyDown(event);
      if (!event.key.startsWith('Arrow')) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return (
    <div className="zapover">
      <div className="zapover__veil" onPointerDown={() => showList(false)} />
      <section className="zaplist" aria-labelledby="zaplist-title" {...keys}>
        <header>
          <h2 id="zaplist-title">Canales de {lineup.name}</h2>
          <IconButton label="Cerrar la lista" onClick={() => showList(false)}>
            <X className="ico" aria-hidden />
          </IconButton>
        </header>
        <ul>
          {listAround(lineup.channels, current._id).map((channel) => (
            <ZapRow
              key={channel._id}
              channel={channel}
              isPlaying={channel._id === current._id}
              note={noteOf(channel, { playingId: current._id, state, unresponsive })}
              onOpen={() => open(channel)}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

interface ZapRowProps {
  channel: ZapChannel;
  /** Whether the row's channel was opened last. */
  isPlaying: boolean;
  note: ReactNode;
  onOpen: () => void;
}

function ZapRow({ channel, isPlaying, note, onOpen }: ZapRowProps) {
  return (
    <li className={classes('zaplist__row', isPlaying && 'is-playing')}>
      <button
        type="button"
        aria-current={isPlaying ? 'true' : undefined}
        onClick={onOpen}
        ref={isPlaying ? focusRow : undefined}
      >
        <span className="zap__number">{channel.number}</span>
        <ZapLogo channel={channel} />
        <span className="zap__name">
          <b>{channel.name}</b>
          {note}
        </span>
        {channel.locked ? <Lock className="ico" aria-hidden /> : null}
      </button>
    </li>
  );
}

/** Focuses the row of the playing channel and scrolls to it when the channel list opens. */
function focusRow(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'center' });
}

/**
 * The buttons in the player's control bar that change the channel (previous channel, next channel, channel list);
 * renders nothing if the lineup has only one channel.
 */
export function ZapButtons({ zapping }: { zapping: Zapping }) {
  if (zapping.lineup.channels.length < 2) return null;
  return (
    <>
      {zapping.canStep ? (
        <>
          <button
            type="button"
            className="player__button zapbutton zapbutton--step"
            aria-label="Canal anterior"
            onClick={({ timeStamp }) => zapping.step(-1, timeStamp)}
          >
            <ChevronDown className="player__icon" aria-hidden />
          </button>
          <button
            type="button"
            className="player__button zapbutton zapbutton--step"
            aria-label="Canal siguiente"
            onClick={({ timeStamp }) => zapping.step(1, timeStamp)}
          >
            <ChevronUp className="player__icon" aria-hidden />
          </button>
        </>
      ) : null}
      <button
        type="button"
        className="player__button zapbutton"
        aria-label="Lista de canales"
        onClick={() => zapping.showList(true)}
      >
        <ListVideo className="player__icon" aria-hidden />
      </button>
    </>
  );
}
