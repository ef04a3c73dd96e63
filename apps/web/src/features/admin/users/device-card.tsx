import type { Device } from '@butaca/contract';
import { Badge, Button, classes } from '@butaca/ui';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { deviceTypeLooks } from '../../../shared/devices/device-types.ts';
import { relativeTime } from '../../../shared/devices/relative-time.ts';

/** A card of the device panel: a device's name, when the server last saw it, its id and its IP address. */
export function DeviceCard({
  device,
  isEnding,
  onEnd,
}: {
  device: Device;
  /** Whether the call that deactivates this device of the user is in flight. */
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { name, icon: Icon } = deviceTypeLooks[device.type];
  const label = device.browser === null ? name : `${name} · ${device.browser}`;
  return (
    <li className={classes('dev', !device.isActive && 'is-off')}>
      <Icon className="ico" aria-hidden />
      <div>
        <b title={device.userAgent}>{label}</b>
        <small>
          <time dateTime={device.lastSeen} title={momentInWords(device.lastSeen)}>
            {relativeTime(device.lastSeen, serverNowMs())}
          </time>
        </small>
      </div>
      {device.isActive ? (
        <Button
          variant="danger-line"
          size="xs"
          loading={isEnding}
          data-focus-key={device.deviceId}
          aria-label={`Desactivar ${label}, ${shorten(device.deviceId)}`}
          onClick={onEnd}
        >
          Desactivar
        </Button>
      ) : (
        <Badge tone="off">Inactivo</Badge>
      )}
      <code>
        <span title={device.deviceId}>{shorten(device.deviceId)}</span> · {device.ip}
      </code>
    </li>
  );
}

/** Shortens a device id of 32 characters to its first five and last four. */
const shorten = (deviceId: string): string =>
  deviceId.length <= 12 ? deviceId : `${deviceId.slice(0, 5)}…${deviceId.slice(-4)}`;
