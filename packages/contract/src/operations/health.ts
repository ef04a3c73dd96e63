import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';

export const health = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'anyone',
  summary: 'The process is alive; `product` tells an app that the address is that of a Butaca.',
  input: {},
  output: z.object({ status: z.literal('ok'), product: z.literal('butaca') }),
});

export const ready = defineEndpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'anyone',
  summary:
    'The database answers and its migrations are done; 503 otherwise and while stopping. Of several servers, `sharedStore` says whether this one reaches their Redis; it serves without it too. `divided`: another server uses the database with another Redis, or without one.',
  input: {},
  output: z.object({
    status: z.literal('ok'),
    sharedStore: z.enum(['reachable', 'unreachable', 'divided']).optional(),
  }),
});
