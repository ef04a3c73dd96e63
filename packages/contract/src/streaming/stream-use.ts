import { z } from 'zod';

/**
 * The query parameter that says where a stream will play: `here`, on the client that asks, or `cast`, on a television to
 * which that client casts it. The address for a television plays one item only, and lives for a few hours.
 */
export const streamUse = z.enum(['here', 'cast'], { error: 'Debe ser here o cast.' }).default('here');
