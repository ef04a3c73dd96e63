import { Button, Notice, Spinner, TextField } from '@butaca/ui';
import { passwordLength } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '../../platform/api/api-error.ts';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';
import { acceptInvitation, invitationQuery } from './invitation.queries.ts';
import { SignInPage } from './sign-in-page.tsx';

const title = 'Elige tu contraseña';

/** The page of an invitation: the invited person sets the password of their account, and is then signed in. */
export function InvitationScreen() {
  const { token = '' } = useParams();
  const invitation = useQuery(invitationQuery(token));
  useEffect(() => {
    document.title = `${title} · Butaca`;
  }, []);
  if (invitation.isPending) {
    return (
      <SignInPage title={title}>
        <Spinner label="Comprobando la invitación..." showLabel />
      </SignInPage>
    );
  }
  if (invitation.isError) {
    return (
      <SignInPage title="No se puede usar este enlace">
        <div className="sign-in__failure">
          <p role="alert">{messageOf(invitation.error, 'No se pudo comprobar la invitación.')}</p>
          {isFinal(invitation.error) ? null : (
            <Button
              variant="primary"
              wide
              loading={invitation.isFetching}
              onClick={() => void invitation.refetch()}
            >
              Reintentar
            </Button>
          )}
          <Button variant="line" wide render={<Link to={paths.login} />}>
            Iniciar sesión
          </Button>
        </div>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={title}>
      <InvitationForm token={token} username={invitation.data.username} />
    </SignInPage>
  );
}

/** Whether a failure says that the invitation itself cannot be used, so that trying again has no effect. */
const isFinal = (error: Error): boolean => error instanceof ApiError && error.code.startsWith('invitation.');

const blank = { next: '', confirmation: '' };

function InvitationForm({ token, username }: { token: string; username: string }) {
  const { login } = useAuth();
  const navigate = useNavigate();
  const [values, setValues] = useState(blank);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (values.next !== values.confirmation) {
      setError('Las contraseñas no coinciden.');
      return;
    }
    setError(undefined);
    setSaving(true);
    try {
      await acceptInvitation(token, values.next);
    } catch (failure) {
      setError(messageOf(failure, 'No se pudo guardar la contraseña.'));
      setSaving(false);
      return;
    }
    // The password is stored from here on. Where more is needed to sign the person in, such as a second factor, the login
    // page asks for it.
    const target = await login(username, values.next).then(
      () => paths.home,
      () => paths.login,
    );
    navigate(target, { replace: true });
  }

  const field = (name: keyof typeof blank) => ({
    type: 'password',
    name,
    required: true,
    size: 'lg' as const,
    readOnly: isSaving,
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
    autoComplete: 'new-password',
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <p>
        Hola, <b>{username}</b>. Con esta contraseña entrarás en Butaca desde ahora.
      </p>
      {error === undefined ? null : <Notice tone="danger">{error}</Notice>}
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <TextField label="Contraseña" hint="8 caracteres como mínimo." {...field('next')} />
      <TextField label="Confirmar contraseña" {...field('confirmation')} />
      <Button type="submit" variant="primary" wide loading={isSaving}>
        {isSaving ? 'Guardando...' : 'Guardar y entrar'}
      </Button>
    </form>
  );
}
