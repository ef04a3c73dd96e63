import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

const favouriteParams = z.object({
  itemType: z.enum(['video', 'channel'], { error: 'Debe ser video o channel.' }),
  id: idSchema,
});

export const listFavourites = defineEndpoint({
  method: 'GET',
  path: '/api/favourites',
  access: 'user',
  summary: 'The person’s own list, newest first.',
  input: {},
  output: z.object({ videos: z.array(videoCardSchema), channels: z.array(channelCardSchema) }),
});

export const addFavourite = defineEndpoint({
  method: 'PUT',
  path: '/api/favourites/:itemType/:id',
  access: 'user',
  summary: 'Puts an item on the person’s list.',
  input: { params: favouriteParams },
  output: z.object({ message: z.string() }),
  errors: ['video.not_found', 'channel.not_found'],
});

export const removeFavourite = defineEndpoint({
  method: 'DELETE',
  path: '/api/favourites/:itemType/:id',
  access: 'user',
  summary: 'Takes an item off the person’s list.',
  input: { params: favouriteParams },
  output: z.object({ message: z.string() }),
});
