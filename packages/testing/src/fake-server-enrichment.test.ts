import { describe, expect, it } from 'vitest';
import { openFakeServer } from '../test/open-fake-server.ts';

const kinds = ['info', 'theme', 'recommendations'] as const;
const film = 'el-jardin-del-sur';

describe('the fake server’s enrichment of a watch page', () => {
  it.each(kinds)('answers %s for a film and for a channel, to signed-in callers only', async (kind) => {
    const { call, server } = await openFakeServer();
    const said = await call(`GET /api/enrichment/movie/${film}/${kind}`);
    expect(said).toMatchObject({ status: 200, body: { source: 'gemini' } });
    server.memory.enrichment = 'fallback';
    expect((await call(`GET /api/enrichment/movie/${film}/${kind}`)).body).toMatchObject({
      source: 'fallback',
    });
    const channel = await call(`GET /api/enrichment/channel/cenit-24/${kind}`);
    expect(channel).toMatchObject({ status: 200, body: { source: 'fallback' } });
    expect((await call(`GET /api/enrichment/movie/${film}/${kind}`, null)).status).toBe(401);
  });

  it.each(kinds)('fails when the id requests it: %s', async (kind) => {
    const { call } = await openFakeServer();
    const status = async (id: string) => (await call(`GET /api/enrichment/movie/${id}/${kind}`)).status;
    expect(await status('sin-ia')).toBe(503);
    expect(await status('nadie')).toBe(404);
    expect((await call(`GET /api/enrichment/libro/${film}/${kind}`)).status).toBe(400);
  });

  it('recommends at most six titles, all but one of which can be opened', async () => {
    const { call } = await openFakeServer();
    const { body } = await call(`GET /api/enrichment/movie/${film}/recommendations`);
    const { recommendations } = body as { recommendations: { _id: string | null }[] };
    expect(recommendations.length).toBeLessThanOrEqual(6);
    expect(recommendations.filter(({ _id }) => _id === null)).toHaveLength(1);
  });
});
