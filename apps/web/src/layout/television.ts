import './remote.ts';
import './television.css';

/**
 * Marks the page as that of a television, which its styles need. Loaded on televisions only, and with it at once what a
 * remote control needs.
 */
export const markTelevision = (): void => {
  document.documentElement.dataset['television'] = '';
};
