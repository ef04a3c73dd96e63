import { Button, Notice, TextField } from '@butaca/ui';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { messageOf } from '../../platform/api/api-error.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';

/** The login form: user name, password and the button «Entrar». A failed login shows the server's message. */
export function LoginForm({ notice, onSuccess }: { notice?: string | undefined; onSuccess?: () => void }) {
  const { login } = useAuth();
  const location = useLocation();
  const [values, setValues] = useState({ username: '', password: '' });
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const password = useRef<HTMLInputElement>(null);

  // The form fields were disabled during the login call, so the focused field lost the focus: after a failure the
  // password field is focused and selected again.
  useEffect(() => {
    if (error !== undefined && !isSubmitting) password.current?.select();
  }, [error, isSubmitting]);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitting(true);
    setError(undefined);
    try {
      await login(values.username, values.password);
      onSuccess?.();
    } catch (failure) {
      setError(messageOf(failure, 'Error al iniciar sesión'));
      setSubmitting(false);
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      {error === undefined && notice !== undefined && <Notice tone="warn">{notice}</Notice>}
      <TextField
        label="Usuario"
        name="username"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isSubmitting}
        value={values.username}
        onChange={(event) => setValues({ ...values, username: event.target.value })}
      />
      <TextField
        label="Contraseña"
        name="password"
        ref={password}
        type="password"
        size="lg"
        autoComplete="current-password"
        disabled={isSubmitting}
        value={values.password}
        onChange={(event) => setValues({ ...values, password: event.target.value })}
      />
      <Button type="submit" variant="primary" wide loading={isSubmitting}>
        {isSubmitting ? 'Procesando...' : 'Entrar'}
      </Button>
      <p className="sign-in__alt">
        ¿Aún no tienes cuenta?{' '}
        <Link to={paths.register} state={location.state as unknown}>
          Regístrate
        </Link>
      </p>
    </form>
  );
}
