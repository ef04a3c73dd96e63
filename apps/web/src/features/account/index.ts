export { AuthProvider, useAuth } from './auth.tsx';
export { LoginForm } from './login-form.tsx';
export { RequireAdmin, RequireUser } from './guards.tsx';
export { usePasswordDoor } from './use-password-dialog.tsx';
export { HallPage } from './sign-in-page.tsx';
