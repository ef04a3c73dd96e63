import { Button, Logo, Spinner } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Session } from '@butaca/contract';
import { ApiError, messageOf } from '../../../platform/api/api-error.ts';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { focusOnce } from '../../../platform/focus-once.ts';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { QrCode } from '../../../platform/qr-code.tsx';
import { hrefTo, paths, readReturnPath } from '../../../shared/paths.ts';
import { claimQuery, isCodeOver, ownCodeQuery } from './activation.queries.ts';
import './television-side.css';
import { every } from '../../../platform/base/clock.ts';

/** Errors of a code that somebody has to see; after the others the television shows another code by itself. */
const seenCodes: ReadonlySet<string> = new Set(['activation.denied', 'account.inactive']);

/**
 * The television's side: a code and its QR code, which a person who is signed in on their phone confirms. An expired
 * code is replaced by another one; once a person has let the television in, its screen opens.
 *
 * @param onSession - takes over the session that the server has opened for the television
 */
export function TelevisionSide({ onSession }: { onSession: (session: Session) => void }) {
  const navigate = useNavigate();
  const origin = (useLocation().state ?? {}) as { from?: unknown; fromState?: unknown };
  const own = useQuery(ownCodeQuery());
  const { refetch } = own;
  const claim = useQuery(claimQuery(own.isFetching || own.isError ? undefined : own.data?.secret));
  const session = claim.data !== undefined && 'token' in claim.data ? claim.data : undefined;
  const reason = claim.error instanceof ApiError ? claim.error.code : '';
  const isRefused = seenCodes.has(reason);
  const isOver = isCodeOver(claim.error) && !isRefused;

  const handleSession = useEffectEvent((opened: Session) => {
    onSession(opened);
    navigate(readReturnPath(origin.from), { replace: true, state: origin.fromState });
  });
  useEffect(() => {
    if (session !== undefined) handleSession(session);
  }, [session]);
  useEffect(() => {
    if (isOver) void refetch();
  }, [isOver, refetch]);

  if (own.isError && !own.isFetching) {
    return (
      <Page>
        <Problem
          sentence={messageOf(own.error, 'No se pudo pedir un código. Revisa la conexión.')}
          label="Reintentar"
          onRetry={() => void refetch()}
        />
      </Page>
    );
  }
  if (isRefused && !own.isFetching) {
    return (
      <Page>
        <Problem
          sentence={messageOf(claim.error, 'No se dejó entrar a este televisor.')}
          label="Pedir otro código"
          onRetry={() => void refetch()}
        />
      </Page>
    );
  }
  return (
    <Page>
      {own.data === undefined || own.isFetching ? (
        <Spinner size="lg" label="Pidiendo un código..." showLabel />
      ) : (
        <CodeToShow key={own.data.code} code={own.data.code} expiresAt={own.data.expiresAt} />
      )}
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main className="activation" id="contenido" tabIndex={-1}>
      <Logo className="activation__logo" />
      <h1>Entra con tu teléfono</h1>
      {children}
      <Link className="activation__other" to={paths.login} state={useLocation().state as unknown}>
        Entrar con usuario y contraseña
      </Link>
    </main>
  );
}

function Problem({ sentence, label, onRetry }: { sentence: string; label: string; onRetry: () => void }) {
  return (
    <div className="activation__problem">
      <p role="alert">{sentence}</p>
      <Button ref={focusOnce} variant="primary" onClick={onRetry}>
        {label}
      </Button>
    </div>
  );
}

function CodeToShow({ code, expiresAt }: { code: string; expiresAt: string }) {
  const page = `${location.origin}/${hrefTo(paths.activateWith(code))}`;
  return (
    <div className="activation__way">
      <div className="activation__qr">
        <QrCode text={page} label="Código QR para tu teléfono" />
      </div>
      <ol className="activation__steps">
        <li>
          Escanea el código QR con tu teléfono, o abre en él{' '}
          <b className="activation__address">{`${location.host}/${hrefTo(paths.activate)}`}</b>
        </li>
        <li>
          Comprueba que muestra este código, o escríbelo:
          <strong className="activation__code">{inHalves(code)}</strong>
        </li>
        <li>
          Pulsa «Dejar entrar». El código caduca en <TimeLeft until={expiresAt} />
        </li>
      </ol>
    </div>
  );
}

/** A code as people read it: `ABC 234`. */
export const inHalves = (code: string): string => code.replace(/^(.{3})(?=.)/, '$1 ');

function TimeLeft({ until }: { until: string }) {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => every(1_000, () => setNowMs(serverNowMs())), []);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1_000));
  return (
    <span className="activation__time">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  );
}
