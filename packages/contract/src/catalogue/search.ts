import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { searchText } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  summary: 'Channels and videos whose name or description contains the words, at most twenty of each.',
  input: { query: z.object({ q: searchText(1, searchMaxLength) }) },
  output: z.object({ channels: z.array(channelCardSchema), videos: z.array(videoCardSchema) }),
});
