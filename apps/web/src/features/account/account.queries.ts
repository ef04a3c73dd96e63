import { api } from '../../platform/api/api.ts';

/** @param code - the code of the second factor, for accounts that have one */
export const logIn = (username: string, password: string, code?: string) =>
  api('POST /api/auth/login', { body: { username, password, ...(code !== undefined && { code }) } });

export const registerAccount = (username: string, password: string) =>
  api('POST /api/auth/register', { body: { username, password } });

/** Changes the person's own password. @param currentPassword - not needed just after a login with a one-time password */
export const replacePassword = (currentPassword: string | undefined, newPassword: string) =>
  api('PUT /api/auth/password', {
    body: { ...(currentPassword !== undefined && { currentPassword }), newPassword },
  });

/** Logs out: ends the session on the server; with `allDevices`, every session of the account. */
export const logOut = (allDevices: boolean) => api('POST /api/auth/logout', { body: { allDevices } });
