import './television.css';

/**
 * Marks the page as that of a television, which its styles need, and loads what its remote control needs: the first key
 * may be pressed when there is no connection any more. Loaded on televisions only.
 */
export async function openTelevision(): Promise<void> {
  document.documentElement.dataset['television'] = '';
  await import('./remote.ts');
}
