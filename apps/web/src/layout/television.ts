import './television.css';

/** Marks the page as that of a television, which its styles need. Loaded on televisions only. */
export const markTelevision = (): void => {
  document.documentElement.dataset['television'] = '';
};
