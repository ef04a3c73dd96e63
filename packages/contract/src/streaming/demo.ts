import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';

export const getDemo = defineEndpoint({
  method: 'GET',
  path: '/api/admin/demo',
  access: 'admin',
  summary: 'Whether the demo catalogue and its accounts are there.',
  input: {},
  output: z.object({
    isPresent: z.boolean(),
    channels: z.number(),
    videos: z.number(),
    accounts: z.number(),
  }),
});

export const removeDemo = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/demo',
  access: 'admin',
  summary: 'Removes the demo catalogue and the demo accounts, all but the one that asks.',
  input: {},
  output: z.object({ message: z.string() }),
});
