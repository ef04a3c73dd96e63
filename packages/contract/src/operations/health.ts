import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';

export const health = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'anyone',
  summary: 'The process is alive.',
  input: {},
  output: z.object({ status: z.literal('ok') }),
});

export const ready = defineEndpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'anyone',
  summary: 'The database answers and its migrations are done; 503 otherwise and while stopping.',
  input: {},
  output: z.object({ status: z.literal('ok') }),
});
