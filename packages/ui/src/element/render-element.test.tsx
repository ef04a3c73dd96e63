import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { classes } from './classes.ts';
import { renderElement } from './render-element.ts';

/** A plain link, with which these tests replace the link component of the application's router. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

describe('classes', () => {
  it('joins the class names that are given', () => {
    expect(classes('a', 'b')).toBe('a b');
    expect(classes('a', false, null, undefined, '', 'b')).toBe('a b');
  });

  it('returns undefined when there are none, so that no empty attribute is written', () => {
    expect([classes(), classes('', false)]).toEqual([undefined, undefined]);
  });
});

describe('renderElement', () => {
  it('gives the caller’s element precedence, and joins classes and styles', () => {
    render(
      renderElement(<Link href="#/uno" className="own" style={{ color: 'red' }} title="Suyo" />, {
        className: 'card',
        style: { color: 'blue', width: '10px' },
        title: 'Del componente',
        'aria-label': 'Uno',
      }),
    );
    const link = screen.getByRole('link', { name: 'Uno' });
    expect([link.getAttribute('href'), link.className, link.title]).toEqual(['#/uno', 'card own', 'Suyo']);
    expect([link.style.color, link.style.width]).toEqual(['red', '10px']);
  });

  it('uses the component’s content, and the element’s own when there is none', () => {
    render(renderElement(<Link href="#/">Suyo</Link>, { children: 'Del componente' }));
    render(renderElement(<Link href="#/dos">Suyo</Link>, {}));
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Del componente',
      'Suyo',
    ]);
  });

  it('calls the handlers of both, the element’s own first', async () => {
    const user = userEvent.setup();
    const calls: string[] = [];
    render(
      renderElement(
        <Link href="#/" onClick={() => calls.push('own')} onFocus={() => calls.push('focus')} />,
        {
          onClick: () => calls.push('component'),
          onKeyDown: () => calls.push('key'),
          'aria-label': 'Uno',
        },
      ),
    );
    await user.click(screen.getByRole('link'));
    await user.keyboard('a');
    expect(calls).toEqual(['focus', 'own', 'component', 'key']);
  });
});
