import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, text } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

/**
 * The two kinds of collection (administrators' named lists of titles): one holds films and other single videos, the
 * other series.
 *
 * @see docs/requisitos.md, R3.12
 */
export const itemsModels = ['Video', 'Serie'] as const;

export const collectionSchema = z.object({
  _id: z.string(),
  name: z.string(),
  itemsModel: z.enum(itemsModels),
  items: z.array(videoCardSchema),
});
export type Collection = z.output<typeof collectionSchema>;

const collectionParams = z.object({ id: idSchema });

export const listCollections = defineEndpoint({
  method: 'GET',
  path: '/api/collections',
  access: 'user',
  summary: 'The collections with their active videos, by name.',
  input: {},
  output: z.array(collectionSchema),
});

export const createCollection = defineEndpoint({
  method: 'POST',
  path: '/api/collections',
  access: 'admin',
  summary: 'Creates an empty collection.',
  input: {
    body: z.object(
      {
        name: text(1, 100),
        itemsModel: z.enum(itemsModels, { error: 'Debe ser Video o Serie.' }),
      },
      { error: 'Debe ser un objeto.' },
    ),
  },
  status: 201,
  output: collectionSchema,
  errors: ['collection.duplicate'],
});

export const getCollectionAdditions = defineEndpoint({
  method: 'GET',
  path: '/api/collections/additions',
  access: 'user',
  summary: 'Whether the person may add titles to collections; administrators always may.',
  input: {},
  output: z.object({ isOpen: z.boolean() }),
});

export const addToCollection = defineEndpoint({
  method: 'PUT',
  path: '/api/collections/:id/items',
  access: 'user',
  summary:
    'Adds videos to a collection; those that are in it already stay as they are. The settings may close it to viewers.',
  input: {
    params: collectionParams,
    body: z.object(
      {
        items: z
          .array(idSchema, { error: 'Debe ser una lista de identificadores.' })
          .min(1, { error: 'Elige al menos un título.' })
          .max(100, { error: 'Son demasiados títulos a la vez.' }),
      },
      { error: 'Debe ser un objeto.' },
    ),
  },
  output: collectionSchema,
  errors: ['collection.closed', 'collection.not_found', 'collection.full', 'video.not_found'],
});

export const deleteCollection = defineEndpoint({
  method: 'DELETE',
  path: '/api/collections/:id',
  access: 'admin',
  summary: 'Deletes a collection; its videos stay.',
  input: { params: collectionParams },
  output: z.object({ message: z.string() }),
  errors: ['collection.not_found'],
});

export const removeFromCollection = defineEndpoint({
  method: 'DELETE',
  path: '/api/collections/:id/items/:itemId',
  access: 'admin',
  summary: 'Takes a video out of a collection.',
  input: { params: z.object({ id: idSchema, itemId: idSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['collection.not_found'],
});

export const undoCollectionAddition = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/collection-additions/:id',
  access: 'admin',
  summary:
    'Takes out of a collection what one addition put into it and is still there; `id` is that of its entry in the audit log.',
  input: { params: collectionParams },
  output: z.object({ message: z.string() }),
  errors: ['addition.not_found'],
});
