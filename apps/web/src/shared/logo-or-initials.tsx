import { initialsOf } from '@butaca/ui';
import { useState } from 'react';

/** A channel's logo, or the initials of its name if it has no logo or the logo fails to load. */
export function LogoOrInitials({ name, logoUrl }: { name: string; logoUrl: string | undefined }) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (logoUrl === undefined || logoUrl === failedUrl) return <b aria-hidden>{initialsOf(name)}</b>;
  return <img src={logoUrl} alt="" loading="lazy" onError={() => setFailedUrl(logoUrl)} />;
}
