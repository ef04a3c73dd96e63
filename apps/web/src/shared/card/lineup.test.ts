import type { ChannelCard } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { filterByName, listLineup, readLineup } from './lineup.ts';

const card = (name: string): ChannelCard => ({
  _id: name,
  name,
  description: 'Larga',
  section: 'Cine',
  logo: null,
  colour: '#112233',
  number: 7,
  isFeatured: true,
  locked: false,
});

describe('the lineup that a link carries', () => {
  it('survives the history entry, without what the watch page does not need', () => {
    const lineup = listLineup('Mi lista', [card('Uno'), card('Dos')]);
    expect(JSON.stringify(lineup)).not.toContain('Larga');
    expect(readLineup(JSON.parse(JSON.stringify(lineup)))).toEqual(lineup);
    expect(readLineup({ category: 'Cine', term: 'faro' })).toEqual({ category: 'Cine', term: 'faro' });
    expect(readLineup({ category: 'Cine' })).toEqual({ category: 'Cine', term: '' });
  });

  it.each([undefined, null, 'Cine', {}, { name: 'x', channels: [{}] }, { name: 'x', channels: 'y' }])(
    'is none for %j',
    (given) => {
      expect(readLineup(given)).toBeUndefined();
    },
  );

  it('has at most two hundred channels', () => {
    const many = Array.from({ length: 300 }, (_item, index) => card(String(index)));
    const lineup = listLineup('Todo', many);
    expect('channels' in lineup && lineup.channels).toHaveLength(200);
  });
});

describe('the channels of a list by name', () => {
  it('are found by a part of the name, whatever the case and the accents', () => {
    const names = (term: string) =>
      filterByName([card('Órbita'), card('Faro')], term).map(({ name }) => name);
    expect([names(''), names('ORB'), names('zz')]).toEqual([['Órbita', 'Faro'], ['Órbita'], []]);
  });
});
