import { Button, Notice, TextField } from '@butaca/ui';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, messageOf } from '../../platform/api/api-error.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';

const blank = { username: '', password: '', code: '' };

/**
 * The login form: user name, password and the button «Entrar». For an account with a second factor, the form then asks
 * for the code. A failed login shows the server's message.
 */
export function LoginForm({ notice, onSuccess }: { notice?: string | undefined; onSuccess?: () => void }) {
  const { login } = useAuth();
  const [values, setValues] = useState(blank);
  const [asksCode, setAsksCode] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const [shownNotice, setShownNotice] = useState(notice);
  // Another reason to sign in replaces the error of an earlier login; what the person has typed stays.
  if (notice !== shownNotice) {
    setShownNotice(notice);
    setError(undefined);
  }
  const field = useRef<HTMLInputElement>(null);

  // The form fields were disabled during the login call, so the focused field lost the focus: after a failure the
  // password field, or the field for the code, is focused and selected again.
  useEffect(() => {
    if ((error === undefined && !asksCode) || isSubmitting) return;
    field.current?.focus();
    field.current?.select();
  }, [error, asksCode, isSubmitting]);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitting(true);
    setError(undefined);
    try {
      await login(values.username, values.password, asksCode ? values.code : undefined);
      onSuccess?.();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'credentials.code_required') setAsksCode(true);
      else setError(messageOf(failure, 'Error al iniciar sesión'));
      setSubmitting(false);
    }
  }

  function handleOtherAccount(): void {
    setAsksCode(false);
    setError(undefined);
    setValues(blank);
  }

  const fields = {
    values,
    field,
    isDisabled: isSubmitting,
    onChange: (changed: Partial<typeof blank>) => setValues({ ...values, ...changed }),
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      {error === undefined && notice !== undefined && !asksCode && <Notice tone="warn">{notice}</Notice>}
      {asksCode ? <CodeField {...fields} /> : <CredentialFields {...fields} />}
      <Button type="submit" variant="primary" wide loading={isSubmitting}>
        {isSubmitting ? 'Procesando...' : 'Entrar'}
      </Button>
      {asksCode ? (
        <Button variant="ghost" wide disabled={isSubmitting} onClick={handleOtherAccount}>
          Usar otra cuenta
        </Button>
      ) : (
        <OtherWays />
      )}
    </form>
  );
}

interface FieldsProps {
  values: typeof blank;
  /** The field that is selected after a failed login. */
  field: RefObject<HTMLInputElement | null>;
  isDisabled: boolean;
  onChange: (changed: Partial<typeof blank>) => void;
}

function CredentialFields({ values, field, isDisabled, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Usuario"
        name="username"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isDisabled}
        value={values.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <TextField
        label="Contraseña"
        name="password"
        ref={field}
        type="password"
        size="lg"
        autoComplete="current-password"
        disabled={isDisabled}
        value={values.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
    </>
  );
}

function CodeField({ values, field, isDisabled, onChange }: FieldsProps) {
  return (
    <TextField
      label="Código de verificación"
      name="code"
      ref={field}
      size="lg"
      hint="El que muestra ahora tu aplicación, o uno de tus códigos de recuperación."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      disabled={isDisabled}
      value={values.code}
      onChange={(event) => onChange({ code: event.target.value })}
    />
  );
}

function OtherWays() {
  const state = useLocation().state as unknown;
  return (
    <div className="sign-in__alt">
      <p>
        ¿Aún no tienes cuenta?{' '}
        <Link to={paths.register} state={state}>
          Regístrate
        </Link>
      </p>
      <p>
        ¿Estás en un televisor?{' '}
        <Link to={paths.activate} state={state}>
          Entrar con el teléfono
        </Link>
      </p>
    </div>
  );
}
