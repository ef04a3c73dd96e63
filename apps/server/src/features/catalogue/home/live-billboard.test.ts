import type { ChannelCard } from '@butaca/contract';
import { expect, it } from 'vitest';
import { chooseLiveBillboard, listLiveBillboard } from './live-billboard.ts';

const channel = (name: string, more: Partial<ChannelCard> = {}): ChannelCard => ({
  _id: name,
  name,
  description: '',
  section: 'General',
  logo: null,
  colour: null,
  number: 1,
  isFeatured: false,
  locked: false,
  ...more,
});
const ids = (channels: readonly ChannelCard[]) => channels.map(({ _id }) => _id);

it('lists the most played channels, then featured ones, then those with a logo, each once and none that is locked', () => {
  const played = [channel('cerrado', { locked: true }), channel('visto')];
  const sections = [[channel('sin logo'), channel('con logo', { logo: '/l.png' }), channel('visto')]];
  const listed = listLiveBillboard({ playedChannels: played, sections }, [channel('destacado')]);
  expect(ids(listed)).toEqual(['visto', 'destacado', 'con logo', 'sin logo']);
});

it('is the first channel that somebody watches, with a still of it, else the first one', async () => {
  const candidates = [channel('uno'), channel('dos'), channel('tres')];
  const stillOf = async (id: string) => (id === 'dos' ? Buffer.from('imagen') : undefined);
  expect(await chooseLiveBillboard(candidates, stillOf)).toEqual({
    channel: candidates[1],
    still: `data:image/jpeg;base64,${Buffer.from('imagen').toString('base64')}`,
  });
  expect(await chooseLiveBillboard(candidates, async () => undefined)).toEqual({
    channel: candidates[0],
    still: null,
  });
  expect(await chooseLiveBillboard([], stillOf)).toEqual({ channel: null, still: null });
});
