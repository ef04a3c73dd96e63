import { Button, Notice, TextField } from '@butaca/ui';
import { registerRedirectMs } from '@butaca/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../platform/api/api-error.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { after } from '../../platform/base/clock.ts';

type Outcome =
  | { kind: 'idle' }
  | { kind: 'submitting' }
  | { kind: 'error'; message: string; field: 'username' | 'confirmation' }
  | { kind: 'success'; message: string | undefined };

const blank = { username: '', password: '', confirmation: '' };

/** The registration page; after a person has registered an account, the page leads to the login. */
export function RegisterScreen() {
  const { register } = useAuth();
  const location = useLocation();
  const [values, setValues] = useState(blank);
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' });
  useEffect(() => {
    document.title = 'Crear cuenta · Butaca';
  }, []);
  const form = useRef<HTMLFormElement>(null);
  // The form fields were disabled during the registration call, so the focused field lost the focus: after a failure
  // the field with the error is focused and selected.
  useEffect(() => {
    if (outcome.kind === 'error')
      form.current?.querySelector<HTMLInputElement>(`[name=${outcome.field}]`)?.select();
  }, [outcome]);
  useLoginRedirect(outcome.kind === 'success');

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (values.password !== values.confirmation) {
      setOutcome({ kind: 'error', message: 'Las contraseñas no coinciden.', field: 'confirmation' });
      return;
    }
    setOutcome({ kind: 'submitting' });
    try {
      const { message } = await register(values.username, values.password);
      setOutcome({ kind: 'success', message });
    } catch (failure) {
      setOutcome({
        kind: 'error',
        field: 'username',
        message: messageOf(failure, 'Error al registrar el usuario. Inténtalo de nuevo.'),
      });
    }
  }

  const isLocked = outcome.kind === 'submitting' || outcome.kind === 'success';
  const field = (name: keyof typeof blank) => ({
    name,
    size: 'lg' as const,
    required: true,
    disabled: isLocked,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <SignInPage title="Elige tu butaca">
      <form ref={form} onSubmit={(event) => void handleSubmit(event)}>
        {outcome.kind === 'error' && <Notice tone="danger">{outcome.message}</Notice>}
        {outcome.kind === 'success' && (
          <Notice tone="ok">
            Registro exitoso! Redirigiendo...
            {outcome.message !== undefined && <span className="sign-in__more">{outcome.message}</span>}
          </Notice>
        )}
        <TextField
          label="Usuario"
          hint="Letras, números o . _ - @ +, sin espacios."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextField
          label="Contraseña"
          type="password"
          autoComplete="new-password"
          hint="8 caracteres como mínimo."
          {...field('password')}
        />
        <TextField
          label="Confirmar contraseña"
          type="password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          loading={outcome.kind === 'submitting'}
          disabled={outcome.kind === 'success'}
        >
          {outcome.kind === 'submitting' ? 'Procesando...' : 'Crear cuenta'}
        </Button>
        <p className="sign-in__alt">
          ¿Ya tienes cuenta?{' '}
          <Link to={paths.login} state={location.state as unknown}>
            Entrar
          </Link>
        </p>
      </form>
    </SignInPage>
  );
}

/** Redirects to the login page after a delay in which the person can read that the account was registered. */
function useLoginRedirect(isDue: boolean): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (!isDue) return undefined;
    return after(registerRedirectMs, () => navigate(paths.login, { state: state as unknown }));
  }, [isDue, navigate, state]);
}
