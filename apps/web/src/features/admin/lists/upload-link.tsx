import { Button } from '@butaca/ui';
import { FileUp } from 'lucide-react';
import { Link } from 'react-router';

/** «Subir tu lista»: what an operator does next where an administration list is empty. @param tab - the upload's tab */
export function UploadLink({ tab }: { tab: 'bulk_vod_upload' | 'm3u_to_channels' }) {
  return (
    <Button
      variant="primary"
      size="sm"
      icon={<FileUp className="ico" aria-hidden />}
      render={<Link to={{ search: `?tab=${tab}` }} />}
    >
      Subir tu lista
    </Button>
  );
}
