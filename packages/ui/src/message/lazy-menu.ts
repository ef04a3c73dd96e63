import { lazyPart } from '../element/lazy-part.ts';

/** The component with the entries of an open menu; its code is loaded only when a menu is about to open. */
export const menuPanel = lazyPart(async () => (await import('./menu-panel.tsx')).MenuPanel);

/** Loads the code of menus before a menu opens; if this fails, the failure is shown only when a menu is opened. */
export function prepareMenu(): void {
  menuPanel.load().catch(() => undefined);
}
