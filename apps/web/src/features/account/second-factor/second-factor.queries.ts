import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => api('GET /api/auth/second-factor', {}, signal),
    staleTime: 0,
  });

/** @returns the secret for the authenticator app @throws ApiError */
export const beginSecondFactor = (currentPassword: string) =>
  api('POST /api/auth/second-factor', { body: { currentPassword } });

/** Turns the second factor on, given a code of its secret. @returns the recovery codes @throws ApiError */
export const confirmSecondFactor = async (code: string) =>
  (await api('PUT /api/auth/second-factor', { body: { code } })).recoveryCodes;

/** @returns the server's message @throws ApiError */
export const endSecondFactor = async (currentPassword: string, code: string) =>
  (await api('DELETE /api/auth/second-factor', { body: { currentPassword, code } })).message;
