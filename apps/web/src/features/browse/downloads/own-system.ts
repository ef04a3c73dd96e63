import type { DownloadSystem } from '@butaca/contract';

type BrowserFacts = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/**
 * The operating system of the visitor's device, as the browser tells it; `undefined` for a system without apps of its
 * own, such as a console's. An iPad says that it is a Mac, but has a touch screen.
 */
export function readOwnSystem({ userAgent, maxTouchPoints }: BrowserFacts): DownloadSystem | undefined {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Windows NT/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos';
  return /Linux|X11/.test(userAgent) && !/Web0S|Tizen|SMART-TV/.test(userAgent) ? 'linux' : undefined;
}
