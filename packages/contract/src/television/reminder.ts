import { z } from 'zod';
import { channelCardSchema } from './channel.ts';

import { remindersMost } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, instant } from '../shared/text.ts';

/** A programme of which a person wants to be reminded when it begins. */
export const reminderSchema = z.object({
  _id: z.string(),
  channel: channelCardSchema,
  title: z.string(),
  /** When the programme begins and ends by the present guide, also where it was moved since the person asked. */
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type Reminder = z.output<typeof reminderSchema>;

export const listReminders = defineEndpoint({
  method: 'GET',
  path: '/api/guide/reminders',
  access: 'user',
  summary:
    'The programmes of which the account is to be reminded and that are not over, the soonest first. A programme that the guide has moved by at most six hours is listed with its new times.',
  input: {},
  output: z.object({ now: z.iso.datetime(), reminders: z.array(reminderSchema) }),
});

export const addReminder = defineEndpoint({
  method: 'POST',
  path: '/api/guide/reminders',
  access: 'user',
  summary: `Remembers the programme that a channel shows at an instant in the future, at most ${remindersMost} for an account. Idempotent: a repeated call returns the same reminder.`,
  input: { body: z.object({ channelId: idSchema, startsAt: instant }) },
  status: 201,
  output: reminderSchema,
  errors: ['channel.not_found', 'programme.not_found', 'programme.begun', 'reminder.too_many'],
});

export const removeReminder = defineEndpoint({
  method: 'DELETE',
  path: '/api/guide/reminders/:id',
  access: 'user',
  summary: 'Forgets a reminder.',
  input: { params: z.object({ id: idSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['reminder.not_found'],
});
