import { listChannels, listChannelSections, type Viewer } from '@butaca/contract';
import { createAnswerCache } from '../../../platform/http/answer-cache.ts';
import type { PreparedAnswer } from '../../../platform/http/prepared-answer.ts';
import { writeAnswer } from '../../../platform/http/write-answer.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { toChannelCard, type LogoPath } from './channels.view.ts';

const cacheBytes = 128 * 1_024 * 1_024;

/**
 * Prepared answers (serialised and compressed once) for the channel lists. Everybody on a plan gets the same answer, so
 * each answer is prepared once for each plan.
 */
export interface ChannelAnswers {
  list(
    filter: { section: string | undefined; isFeaturedOnly: boolean },
    viewer: Viewer | undefined,
  ): Promise<PreparedAnswer> | PreparedAnswer;
  sections(): Promise<PreparedAnswer> | PreparedAnswer;
}

export function createChannelAnswers(
  repository: ChannelsRepository,
  version: () => number,
  logoPath: LogoPath,
): ChannelAnswers {
  const answers = createAnswerCache(version, cacheBytes);
  return {
    list(filter, viewer) {
      const reader = viewer === undefined ? 'visitor' : viewer.role === 'admin' ? 'admin' : viewer.plan;
      const name = `list ${reader} ${filter.isFeaturedOnly} ${JSON.stringify(filter.section)}`;
      return answers.once(name, async () => {
        const rows = await repository.listCards({ ...filter, isPublicOnly: viewer === undefined });
        return writeAnswer(listChannels, {
          channels: rows.map((row) => toChannelCard(row, viewer, logoPath)),
        });
      });
    },
    sections() {
      return answers.once('sections', async () => {
        const order = new Intl.Collator('es');
        const names = (await repository.listSections()).toSorted((a, b) => order.compare(a, b));
        return writeAnswer(listChannelSections, names);
      });
    },
  };
}
