import { Logo } from '@butaca/ui';
import type { ReactNode } from 'react';
import './hall-page.css';

/** The page layout for signing in: an image of a dark cinema with a lit screen, and a form beside it. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="hall" id="contenido">
      <div className="hall__room" aria-hidden="true">
        <div className="hall__screen">
          <img
            src="/sala.webp"
            srcSet="/sala-960.webp 960w, /sala.webp 1920w"
            sizes="(max-width: 899px) 100vw, 62vw"
            alt=""
            width="1920"
            height="1080"
          />
        </div>
        <img className="hall__seats" src="/butacas.svg" alt="" />
      </div>
      <div className="hall__side">
        <Logo className="hall__logo" />
        <div className="hall__form">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
