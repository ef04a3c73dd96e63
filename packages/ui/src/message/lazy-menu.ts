import { lazyPart } from '../element/lazy-part.ts';

/** The open menu, whose code comes only when one is about to open. */
export const menuPanel = lazyPart(async () => (await import('./menu-panel.tsx')).MenuPanel);

/** Fetches that code ahead; a failure is told when the menu is really asked for. */
export function prepareMenu(): void {
  menuPanel.fetch().catch(() => undefined);
}
