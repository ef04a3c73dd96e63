import { Xtream } from '@iptv/xtream-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeXtreamAccount, type FakeXtreamAccount } from './xtream-account.ts';

let fake: FakeXtreamAccount;

beforeEach(async () => {
  fake = await startFakeXtreamAccount();
  fake.categories.live = [{ category_id: '1', category_name: 'Noticias', parent_id: 0 }];
  fake.items.live = [{ num: 1, name: 'Uno', stream_id: 12, category_id: '1', tv_archive: 1 }];
  fake.items.vod = [{ name: 'El faro', stream_id: 9, container_extension: 'mkv' }];
  fake.items.series = [{ name: 'Serie', series_id: 4 }];
  fake.episodes.set('4', { 1: [{ id: '41', episode_num: 1, title: 'Uno', container_extension: 'mp4' }] });
});
afterEach(() => fake[Symbol.asyncDispose]());

const reader = (password = fake.password) =>
  new Xtream({ url: fake.base, username: fake.username, password });

it('another reader of Xtream accounts finds what the fake has', async () => {
  const xtream = reader();
  expect(await xtream.getProfile()).toMatchObject({ username: 'ana', max_connections: '2' });
  expect(await xtream.getChannelCategories()).toMatchObject([{ category_name: 'Noticias' }]);
  const [channel] = await xtream.getChannels();
  const [film] = await xtream.getMovies();
  expect(await xtream.getShows()).toMatchObject([{ name: 'Serie' }]);
  const show = await xtream.getShow({ showId: '4' });
  const urls = [channel?.url, film?.url, show.episodes['1']?.[0]?.url];
  expect(urls).toEqual([
    `${fake.base}live/ana/s3cr3t0/12.ts`,
    `${fake.base}movie/ana/s3cr3t0/9.mkv`,
    `${fake.base}series/ana/s3cr3t0/41.mp4`,
  ]);
  const statuses = await Promise.all(urls.map(async (url) => (await fetch(url ?? '')).status));
  expect(statuses).toEqual([200, 200, 200]);
});

it('a wrong password gets neither an account nor media', async () => {
  const answer = await fetch(`${fake.base}player_api.php?username=ana&password=otra`);
  expect(await answer.json()).toEqual({ user_info: { auth: 0 } });
  expect((await fetch(`${fake.base}live/ana/otra/12.ts`)).status).toBe(403);
  expect((await fetch(`${fake.base}get.php?username=ana&password=otra`)).status).toBe(401);
});

it('a busy account says how long to wait, and an ended one since when', async () => {
  fake.manner = 'busy';
  await expect(reader().getProfile()).rejects.toThrow('Too Many Requests');
  fake.manner = 'expired';
  expect(await reader().getProfile()).toMatchObject({ status: 'Expired', exp_date: '1600000000' });
});
