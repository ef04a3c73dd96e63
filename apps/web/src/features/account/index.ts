export { AuthProvider, useAuth } from './auth.tsx';
export { LoginForm } from './login-form.tsx';
export { RequireAdmin, RequireUser } from './guards.tsx';
export { usePasswordDoor } from './password-door.tsx';
export { HallPage } from './hall-page.tsx';
