import { initialsOf } from '@butaca/ui';
import { useState } from 'react';

/** A logo, or the initials of the name where there is none or it fails to load. */
export function LogoOrInitials({ name, logoUrl }: { name: string; logoUrl: string | undefined }) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (logoUrl === undefined || logoUrl === failedUrl) return <b aria-hidden>{initialsOf(name)}</b>;
  return <img src={logoUrl} alt="" loading="lazy" onError={() => setFailedUrl(logoUrl)} />;
}
