import { isAdmin } from '../../../../platform/session/session-store.ts';
import { adminAdvice } from './admin-advice.ts';
import { adviseWait } from './provider-wait.ts';

/** What is known of a playback failure that a provider has caused. */
export interface ProviderFailure {
  code: string;
  /** How long the provider asks to wait, in milliseconds; absent when it does not say. */
  retryAfterMs?: number | undefined;
}

/** What a person can do after a failure of a provider: everybody reads when to try again, administrators what to change. */
export function FailureAdvice({ code, retryAfterMs }: ProviderFailure) {
  const wait = code === 'upstream.busy' && retryAfterMs !== undefined ? adviseWait(retryAfterMs) : undefined;
  return <>{[wait, isAdmin() ? adminAdvice({ code }) : undefined].filter(Boolean).join(' ')}</>;
}
