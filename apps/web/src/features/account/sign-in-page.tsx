import { Button, Logo } from '@butaca/ui';
import type { ReactNode } from 'react';
import { findShell } from '../../platform/shell/shell.ts';
import './sign-in-page.css';

/**
 * The layout of the login and registration pages: an image of a dark cinema with a lit screen, and a form beside it. What
 * a shell adds to the menus is below the form, because nobody has a menu before they have signed in.
 */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="sign-in" id="contenido">
      <div className="sign-in__art" aria-hidden="true">
        <div className="sign-in__screen">
          <img
            src="/sala.webp"
            srcSet="/sala-960.webp 960w, /sala.webp 1920w"
            sizes="(max-width: 899px) 100vw, 62vw"
            alt=""
            width="1920"
            height="1080"
          />
        </div>
        <img className="sign-in__seats" src="/butacas.svg" alt="" />
      </div>
      <div className="sign-in__side">
        <Logo className="sign-in__logo" />
        <div className="sign-in__form">
          <h1>{title}</h1>
          {children}
          {findShell()?.menuEntries.map(({ key, label, icon, onSelect }) => (
            <Button
              key={key}
              className="sign-in__shell"
              variant="ghost"
              size="sm"
              icon={icon}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </main>
  );
}
