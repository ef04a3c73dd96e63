import { listChannels, listChannelSections, type Viewer } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { prepareAnswer, type PreparedAnswer } from '../../platform/http/prepared-answer.ts';
import { serializerOf } from '../../platform/http/serve-endpoint.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { toChannelCard, type LogoPath } from './channels.view.ts';

const cacheBytes = 128 * 1_024 * 1_024;

/** The channel lists, serialised once for each plan and version of the catalogue. */
export interface ChannelAnswers {
  list(
    filter: { section: string | undefined; isFeaturedOnly: boolean },
    viewer: Viewer | undefined,
  ): Promise<PreparedAnswer>;
  sections(): Promise<PreparedAnswer>;
}

/**
 * People of one plan see one answer, so it is made once. Its key holds the catalogue's version as it was before the
 * query, so that an answer made across a change is never served after it. Many waiting share one query.
 *
 * @param version - the catalogue's version now
 */
export function createChannelAnswers(
  repository: ChannelsRepository,
  version: () => number,
  logoPath: LogoPath,
): ChannelAnswers {
  const ready = new LRUCache<string, PreparedAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: (answer) => answer.json.length + (answer.gzipped?.length ?? 0) + 200,
  });
  const underWay = new Map<string, Promise<PreparedAnswer>>();

  function once(name: string, make: () => Promise<string>): Promise<PreparedAnswer> | PreparedAnswer {
    const key = `${version()} ${name}`;
    const known = ready.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const making = make()
      .then(prepareAnswer)
      .then((answer) => {
        ready.set(key, answer);
        return answer;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  return {
    async list(filter, viewer) {
      const reader = viewer === undefined ? 'visitor' : viewer.role === 'admin' ? 'admin' : viewer.plan;
      return once(`list ${reader} ${filter.isFeaturedOnly} ${JSON.stringify(filter.section)}`, async () => {
        const rows = await repository.listCards({ ...filter, isPublicOnly: viewer === undefined });
        return serializerOf(listChannels)({
          channels: rows.map((row) => toChannelCard(row, viewer, logoPath)),
        });
      });
    },
    async sections() {
      return once('sections', async () => {
        const order = new Intl.Collator('es');
        const names = (await repository.listSections()).toSorted((a, b) => order.compare(a, b));
        return serializerOf(listChannelSections)(names);
      });
    },
  };
}
