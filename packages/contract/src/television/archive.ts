import { z } from 'zod';
import { abilitiesText } from '../streaming/client-ability.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, instant } from '../shared/text.ts';
import { channelDetailSchema } from './channel.ts';
import { programmeSchema } from './guide.ts';

/**
 * A programme that plays from the archive of its channel's provider. `url` is a signed, expiring URL on our streaming proxy,
 * as that of the channel is.
 */
export const archivedProgrammeSchema = channelDetailSchema
  .omit({ playlists: true, imageSubtitles: true })
  .extend({
    programme: programmeSchema,
    /** With which instant of the programme the media at `url` begin; some archives know whole minutes only. */
    beginsAt: z.iso.datetime(),
    /** The server's time, by which clients correct their clocks. */
    now: z.iso.datetime(),
  });
export type ArchivedProgramme = z.output<typeof archivedProgrammeSchema>;

export const getArchivedProgramme = defineEndpoint({
  method: 'GET',
  path: '/api/channels/id/:id/archive/:start',
  access: 'user',
  summary:
    'The playable address of the programme that a channel shows at an instant, past or still running, from the archive of its provider; 403 with the access-denied payload where the plan does not open the channel.',
  /** `from` is the instant of the programme with which the media are to begin, by default its start; `can` is as for channels. */
  input: {
    params: z.object({ id: idSchema, start: instant }),
    query: z.object({ from: instant.optional(), can: abilitiesText.optional() }),
  },
  output: archivedProgrammeSchema,
  errors: ['channel.not_found', 'programme.not_found', 'plan.required', 'archive.not_found'],
});
