import { playbackErrors, type PlayingDevice } from '@butaca/contract';
import { Button } from '@butaca/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MonitorPlay } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { focusOnce } from '../../../platform/focus-once.ts';
import { ApiError, messageOf } from '../../../platform/api/api-error.ts';
import { useGoBack } from './watch-origin.ts';
import { stopDevice, streamsQuery } from './stream-limit.queries.ts';
import './stream-limit.css';

/**
 * The panel shown in place of the video when as many devices of the account are playing as its plan allows. It lists
 * those devices, each with a «Detener» button that stops it. Playback starts on this device as soon as another one
 * stops; if fewer devices were already playing when the panel opened, it offers the button «Ver aquí».
 */
export function StreamLimitPanel({ onFree }: { onFree: () => void }) {
  const goBack = useGoBack();
  const streams = useQuery(streamsQuery());
  const stop = useMutation({ mutationFn: stopIfPlaying, onSuccess: onFree });
  const isFull = streams.data === undefined || streams.data.devices.length >= streams.data.maxStreams;
  useOnceFree(isFull, streams.data !== undefined, onFree);
  const devices = streams.data?.devices.filter(({ isThisDevice }) => !isThisDevice) ?? [];
  return (
    <section className="player__failure limit" aria-labelledby="limit-title" role="alert">
      <h2 id="limit-title">{playbackErrors['stream.limit'].sentence}</h2>
      {devices.length === 0 ? null : (
        <ul className="limit__devices" aria-label="Dispositivos que están reproduciendo">
          {devices.map((device, index) => (
            <PlayingRow
              key={device.deviceId}
              device={device}
              isFirst={index === 0}
              isStopping={stop.isPending && stop.variables === device.deviceId}
              onStop={() => stop.mutate(device.deviceId)}
            />
          ))}
        </ul>
      )}
      {stop.isError ? <p>{messageOf(stop.error, 'No se pudo detener. Inténtalo de nuevo.')}</p> : null}
      <div className="limit__actions">
        {isFull ? null : (
          <Button variant="primary" size="sm" onClick={onFree} ref={focusOnce}>
            Ver aquí
          </Button>
        )}
        <Button variant="line" size="sm" onClick={goBack}>
          Volver
        </Button>
      </div>
    </section>
  );
}

/**
 * Calls `onFree` (playback starts on this device) as soon as another device stops while the panel of playing devices is
 * shown; not if the plan already allowed one more device when the panel opened.
 */
function useOnceFree(isFull: boolean, isKnown: boolean, onFree: () => void): void {
  const wasFull = useRef(false);
  useEffect(() => {
    if (!isKnown) return;
    if (isFull) wasFull.current = true;
    else if (wasFull.current) {
      wasFull.current = false;
      onFree();
    }
  }, [isFull, isKnown, onFree]);
}

/** Stops playback on another device; a device that has already stopped is no error. */
async function stopIfPlaying(deviceId: string): Promise<void> {
  try {
    await stopDevice(deviceId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'device.not_playing') throw error;
  }
}

interface PlayingRowProps {
  device: PlayingDevice;
  isFirst: boolean;
  isStopping: boolean;
  onStop: () => void;
}

function PlayingRow({ device: { name, title }, isFirst, isStopping, onStop }: PlayingRowProps) {
  return (
    <li>
      <MonitorPlay className="ico" aria-hidden />
      <span>
        <b>{name}</b>
        {title === '' ? null : <span>{title}</span>}
      </span>
      <Button
        variant="second"
        size="sm"
        loading={isStopping}
        aria-label={`Detener ${name}`}
        onClick={onStop}
        ref={isFirst ? focusOnce : undefined}
      >
        Detener
      </Button>
    </li>
  );
}
