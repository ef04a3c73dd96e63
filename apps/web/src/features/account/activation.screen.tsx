import { Spinner } from '@butaca/ui';
import { useSearchParams } from '../../platform/navigation/use-navigation.ts';
import { PhoneSide } from './activation/phone-side.tsx';
import { TelevisionSide } from './activation/television-side.tsx';
import { useAuth } from './auth.tsx';
import { RequireUser } from './guards.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The page with which a television signs in without a keyboard. For a visitor it is the television's side: a code and
 * its QR code. For a person who is signed in, and behind the address in a QR code, it is the phone's side: the question
 * whether to let the television in.
 */
export function ActivationScreen() {
  const { status, user, enter } = useAuth();
  const [query] = useSearchParams();
  const code = query.get('codigo') ?? '';
  if (status === 'loading') {
    return (
      <main className="guard">
        <Spinner size="lg" />
      </main>
    );
  }
  if (status === 'unauthenticated' && code === '') return <TelevisionSide onSession={enter} />;
  return (
    <RequireUser>
      <PhoneSide key={code} code={code} username={user?.username ?? ''} page={SignInPage} />
    </RequireUser>
  );
}
