import { Readable } from 'node:stream';
import { join } from 'node:path';
import { readGuide, type GuideProgramme } from '@butaca/guide';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../platform/project-root.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { dateIn, readDemoGuide, writeDemoGuide } from './demo-guide.ts';

const demoDir = join(projectRoot(), 'demo');
const today = '2026-11-30';
const catalogue = await readDemoCatalogue(demoDir);
const programmesOn = async (date: string) => {
  const xml = writeDemoGuide(await readDemoGuide(demoDir), catalogue, date);
  const programmes: GuideProgramme[] = [];
  const reading = await readGuide(Readable.from([Buffer.from(xml)]), {
    zone: 'Europe/Madrid',
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
    chooseChannels: async (channels) => new Set(channels.map(({ id }) => id)),
    async onProgrammes(batch) {
      programmes.push(...batch);
    },
  });
  expect(reading).toMatchObject({ ending: 'whole', broken: 0 });
  return programmes;
};

it('has every channel from yesterday to two weeks after today without a gap', async () => {
  const programmes = await programmesOn(today);
  for (const { slug } of catalogue.channels) {
    const own = programmes.filter(({ channelId }) => channelId === slug);
    expect([slug, own.length > 100]).toEqual([slug, true]);
    expect(own[0]?.startMs).toBeLessThan(Date.parse('2026-11-29T09:00:00Z'));
    expect(own.at(-1)?.stopMs).toBeGreaterThan(Date.parse('2026-12-14T20:00:00Z'));
    for (const [index, { title, startMs, stopMs }] of own.entries()) {
      expect([title, stopMs]).toEqual([title, own[index + 1]?.startMs ?? stopMs]);
      expect(stopMs).toBeGreaterThan(startMs);
    }
  }
});

it('shows the same programmes when it is made anew the next day', async () => {
  const [first, second] = [await programmesOn(today), await programmesOn('2026-12-01')];
  const both = { from: Date.parse('2026-12-01T12:00:00Z'), to: Date.parse('2026-12-13T12:00:00Z') };
  const within = (list: readonly GuideProgramme[]) =>
    list.filter(({ startMs }) => startMs >= both.from && startMs < both.to);
  expect(within(second)).toEqual(within(first));
});

it('names the day that it is in its zone', () => {
  const at = new Date('2026-11-30T23:30:00Z');
  expect([dateIn('Europe/Madrid', at), dateIn('America/Lima', at)]).toEqual(['2026-12-01', '2026-11-30']);
});
