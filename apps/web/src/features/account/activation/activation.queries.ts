import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { api } from '../../../platform/api/api.ts';

/** After a failure to get a code, the television asks again after this time, in ms. */
const nextCodeMs = 30_000;
/** The pause before the television asks for the first time again whether it is let in, in ms; later pauses are longer. */
const firstPauseMs = 1_000;
const pauseGrowth = 1.1;
const longestPauseMs = 5_000;
/** The pause after a call without an answer, in ms. */
const outagePauseMs = 15_000;

/** Whether an error says that a code is of no further use, so that asking again has no effect. */
export const isCodeOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code.startsWith('activation.') || error.code === 'account.inactive');

/** The query for the television's own code; refetching it makes another code. */
export const ownCodeQuery = () =>
  queryOptions({
    queryKey: ['activation', 'own'],
    queryFn: ({ signal }) => api('POST /api/auth/activation', { body: {} }, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error === null ? false : nextCodeMs),
  });

/**
 * The query whether somebody has let the television in. It asks again and again, less often the longer it lasts, until
 * the code is of no further use or the page is left; while the page is hidden it does not ask.
 */
export const claimQuery = (secret: string | undefined) =>
  queryOptions({
    queryKey: ['activation', 'claim', secret],
    queryFn: ({ signal }) =>
      api('POST /api/auth/activation/claim', { body: { secret: secret ?? '' } }, signal),
    enabled: secret !== undefined,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (isCodeOver(state.error) || (state.data !== undefined && 'token' in state.data)) return false;
      if (state.error !== null) return outagePauseMs;
      return Math.min(longestPauseMs, firstPauseMs * pauseGrowth ** state.dataUpdateCount);
    },
  });

/** The query for which television shows a code. */
export const activationQuery = (code: string) =>
  queryOptions({
    queryKey: ['activation', 'code', code],
    queryFn: ({ signal }) => api('POST /api/activation/read', { body: { code } }, signal),
    enabled: code !== '',
    staleTime: Infinity,
    gcTime: 0,
  });

/** What a person decides on the television that shows a code. */
export interface Decision {
  code: string;
  isAllowed: boolean;
  currentPassword?: string;
  secondFactorCode?: string;
}

/** Lets the television that shows a code in, or refuses it. @throws ApiError */
export const decideOnTelevision = (body: Decision) => api('POST /api/activation/decide', { body });
