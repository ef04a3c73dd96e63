import { Button, type ButtonLook } from '@butaca/ui';
import { Link } from 'react-router';
import { isAdmin } from '../../platform/session/session-store.ts';
import { paths } from '../paths.ts';

const uploads = {
  list: { label: 'Agregar tu lista', tab: 'add_list' },
  channels: { label: 'Subir canales', tab: 'm3u_to_channels' },
  videos: { label: 'Subir películas y series', tab: 'bulk_vod_upload' },
} as const;

interface UploadDoorProps extends Pick<ButtonLook, 'variant'> {
  /** What the lists behind the link hold. */
  of: keyof typeof uploads;
}

/** The link to the upload of lists, which an administrator is offered where the catalogue is empty; viewers see nothing. */
export function UploadDoor({ of, variant }: UploadDoorProps) {
  if (!isAdmin()) return null;
  const { label, tab } = uploads[of];
  return (
    <Button variant={variant} render={<Link to={`${paths.admin}?tab=${tab}`} />}>
      {label}
    </Button>
  );
}
