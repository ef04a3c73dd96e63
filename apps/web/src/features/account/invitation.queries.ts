import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** The query for whom an invitation is; an invitation that cannot be used fails with the reason. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api('POST /api/auth/invitation', { body: { token } }, signal),
    retry: false,
    gcTime: 0,
  });

/** Uses an invitation: sets the password of its account. */
export const acceptInvitation = (token: string, password: string) =>
  api('POST /api/auth/invitation/accept', { body: { token, password } });
