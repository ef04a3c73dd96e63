import type { OwnDevice } from '@butaca/contract';
import { Badge, Button } from '@butaca/ui';
import { serverNowMs } from '../../platform/api/server-clock.ts';
import { momentInWords } from '../../platform/moment.ts';
import { deviceTypeLooks } from '../../shared/devices/device-types.ts';
import { relativeTime } from '../../shared/devices/relative-time.ts';

/** One device on which the person is signed in: its name, its type, when and from which address it was last used. */
export function OwnDeviceCard({
  device: { deviceId, name, type, lastSeen, ip, isThisDevice },
  isEnding,
  onEnd,
}: {
  device: OwnDevice;
  /** Whether the call that ends the session on this device is in flight. */
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { name: typeName, icon: Icon } = deviceTypeLooks[type];
  return (
    <li className="devices__item">
      <Icon className="ico ico--lg" aria-hidden />
      <div className="devices__what">
        <div className="devices__name">
          <b>{name}</b>
          {isThisDevice ? <Badge tone="ok">Este dispositivo</Badge> : null}
        </div>
        <small>
          {`${typeName} · Último uso: `}
          <time dateTime={lastSeen} title={momentInWords(lastSeen)}>
            {relativeTime(lastSeen, serverNowMs()).toLowerCase()}
          </time>
        </small>
        <small>{ip}</small>
      </div>
      <Button
        className="devices__end"
        variant="second"
        size="sm"
        loading={isEnding}
        data-focus-key={deviceId}
        aria-label={`Cerrar sesión en ${isThisDevice ? 'este dispositivo' : name}`}
        onClick={onEnd}
      >
        Cerrar sesión
      </Button>
    </li>
  );
}
