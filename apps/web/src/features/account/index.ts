export { AuthProvider, useAuth } from './auth.tsx';
export { LoginForm } from './login-form.tsx';
export { RequireAdmin, RequireUser } from './guards.tsx';
export { usePasswordDialog } from './use-password-dialog.tsx';
export { SignInPage } from './sign-in-page.tsx';
