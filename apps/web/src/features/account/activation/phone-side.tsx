import { Button, Notice, Spinner, TextField } from '@butaca/ui';
import type { Activation } from '@butaca/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ComponentType, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { focusOnce } from '../../../platform/focus-once.ts';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { deviceTypeLooks } from '../../../shared/devices/device-types.ts';
import { paths } from '../../../shared/paths.ts';
import { activationQuery, decideOnTelevision, isCodeOver } from './activation.queries.ts';
import { inHalves } from './television-side.tsx';
import './phone-side.css';

interface PhoneProps {
  /** The code of a television; empty where the person has to type it. */
  code: string;
  /** The user name with which the television comes in. */
  username: string;
  /** The layout around the question and the forms. */
  page: ComponentType<{ title: string; children: ReactNode }>;
}

/**
 * The phone's side: a field for the code of a television, unless the page's address has it, and the question whether to
 * let the television in.
 */
export function PhoneSide(props: PhoneProps) {
  const { code, page: Page } = props;
  const navigate = useNavigate();
  const activation = useQuery(activationQuery(code));
  if (activation.data !== undefined) return <Question {...props} activation={activation.data} />;

  function handleCode(typed: string): void {
    if (typed === code) void activation.refetch();
    else navigate(paths.activateWith(typed));
  }

  return (
    <Page title="Activar un televisor">
      {code !== '' && activation.isPending ? (
        <Spinner label="Buscando el televisor..." showLabel />
      ) : (
        <CodeForm
          code={code}
          error={
            activation.isError ? messageOf(activation.error, 'No se pudo comprobar el código.') : undefined
          }
          isChecking={activation.isFetching}
          onCode={handleCode}
        />
      )}
    </Page>
  );
}

interface CodeFormProps {
  code: string;
  /** Why the code cannot be used. */
  error: string | undefined;
  isChecking: boolean;
  onCode: (typed: string) => void;
}

function CodeForm({ code, error, isChecking, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isChecking) onCode(typed.trim());
  };
  return (
    <form onSubmit={handleSubmit}>
      {error === undefined ? null : <Notice tone="danger">{error}</Notice>}
      <TextField
        label="Código del televisor"
        name="codigo"
        size="lg"
        required
        hint="En el televisor, abre Butaca y elige «Entrar con el teléfono»."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        readOnly={isChecking}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" wide loading={isChecking}>
        Continuar
      </Button>
      <Button variant="ghost" wide render={<Link to={paths.home} />}>
        Volver al inicio
      </Button>
    </form>
  );
}

function Question({ code, username, page: Page, activation }: PhoneProps & { activation: Activation }) {
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const decision = useMutation({ mutationFn: decideOnTelevision });
  const { name: typeName, icon: Icon } = deviceTypeLooks[activation.type];
  const given = decision.isPending ? decision.variables.isAllowed : undefined;

  if (decision.isSuccess) {
    const { isAllowed } = decision.variables;
    return (
      <Page title={isAllowed ? 'Televisor activado' : 'Televisor rechazado'}>
        <Decided isAllowed={isAllowed} message={decision.data.message} />
      </Page>
    );
  }

  function decide(isAllowed: boolean): void {
    if (decision.isPending) return;
    decision.mutate({
      code,
      isAllowed,
      ...(isAllowed && activation.needsPassword && { currentPassword: password }),
      ...(isAllowed && activation.needsSecondFactor && { secondFactorCode: factor }),
    });
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    decide(true);
  };

  return (
    <Page title="¿Dejar entrar a este televisor?">
      <form onSubmit={handleSubmit}>
        <div className="let-in__device">
          <Icon className="ico ico--lg" aria-hidden />
          <p>
            <b>{activation.deviceName}</b>
            <small>{typeName}</small>
          </p>
          <strong className="let-in__code">{inHalves(code.replaceAll(/[\s-]/g, '').toUpperCase())}</strong>
        </div>
        <p>
          Entrará con tu usuario, <b>{username}</b>. Sigue solo si tienes el televisor delante y muestra este
          código.
        </p>
        {activation.isSameNetwork ? null : (
          <Notice tone="warn">
            Ese televisor está en otra red que este dispositivo. Si alguien te ha enviado el código, no lo
            dejes entrar.
          </Notice>
        )}
        {decision.isError && (
          <Notice tone="danger">{messageOf(decision.error, 'No se pudo guardar tu respuesta.')}</Notice>
        )}
        {activation.needsPassword && (
          <TextField
            label="Tu contraseña"
            name="password"
            type="password"
            size="lg"
            required
            autoComplete="current-password"
            readOnly={decision.isPending}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {activation.needsSecondFactor && (
          <TextField
            label="Código de verificación"
            name="code"
            size="lg"
            required
            hint="El que muestra ahora tu aplicación, o uno de tus códigos de recuperación."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={decision.isPending}
            value={factor}
            onChange={(event) => setFactor(event.currentTarget.value)}
          />
        )}
        {isCodeOver(decision.error) ? (
          <Button variant="primary" wide render={<Link to={paths.activate} />}>
            Escribir otro código
          </Button>
        ) : (
          <>
            <Button type="submit" variant="primary" wide loading={given === true}>
              Dejar entrar
            </Button>
            <Button variant="line" wide loading={given === false} onClick={() => decide(false)}>
              No dejar entrar
            </Button>
          </>
        )}
      </form>
    </Page>
  );
}

function Decided({ isAllowed, message }: { isAllowed: boolean; message: string }) {
  return (
    <div className="sign-in__failure">
      <p role="status">
        {message}
        {isAllowed ? ' Puedes cerrar su sesión cuando quieras en «Dispositivos y sesiones».' : null}
      </p>
      <Button variant="primary" wide render={<Link ref={focusOnce} to={paths.home} />}>
        Ir al inicio
      </Button>
      <Button variant="line" wide render={<Link to={paths.devices} />}>
        Dispositivos y sesiones
      </Button>
    </div>
  );
}
