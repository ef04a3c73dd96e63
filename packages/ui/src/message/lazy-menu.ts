import { lazyPart } from '../element/lazy-part.ts';

/** The panel of an open menu; its code is loaded only when a menu is about to open. */
export const menuPanel = lazyPart(async () => (await import('./menu-panel.tsx')).MenuPanel);

/** Prefetches the code of menus; a failure is shown only when a menu is opened. */
export function prepareMenu(): void {
  menuPanel.fetch().catch(() => undefined);
}
