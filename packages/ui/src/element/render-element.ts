import { cloneElement, type ReactElement } from 'react';
import { classes } from './classes.ts';

type Props = Record<string, unknown>;

/**
 * Renders a component of this package as an element that the caller gives, such as a router's link, so that this
 * package needs no router.
 *
 * The given element's own props take precedence over the component's; class names and styles are joined, and of two
 * event handlers the given element's own is called first.
 */
export function renderElement(element: ReactElement, props: Props): ReactElement {
  const own = element.props as Props;
  const merged: Props = { ...props, ...own };
  for (const [name, value] of Object.entries(props)) {
    const ownValue = own[name];
    if (/^on[A-Z]/.test(name) && typeof value === 'function' && typeof ownValue === 'function') {
      merged[name] = (...args: unknown[]) => {
        ownValue(...args);
        value(...args);
      };
    }
  }
  merged['className'] = classes(props['className'] as string, own['className'] as string);
  merged['style'] = { ...(props['style'] as object), ...(own['style'] as object) };
  merged['children'] = props['children'] ?? own['children'];
  return cloneElement(element, merged);
}
