import { AppError } from '../../../../platform/http/app-error.ts';

/**
 * The error of a request for converted media whose conversion has ended while it waited: the client is to ask again, and
 * then gets another conversion, or reads why there is none. Whether its right has ended is for the gateway to say.
 */
export const askAgain = (): AppError => new AppError('server.unavailable', { retryAfterSeconds: 1 });
