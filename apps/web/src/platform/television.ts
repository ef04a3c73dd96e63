import { isTelevisionAgent } from '@butaca/bridge';

/** Whether the page is on a television: by the name that its browser gives itself, or because a shell has said so. */
export const isTelevision = (): boolean =>
  'television' in document.documentElement.dataset || isTelevisionAgent(navigator.userAgent);
