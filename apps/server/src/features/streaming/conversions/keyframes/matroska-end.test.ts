import { describe, expect, it } from 'vitest';
import { readLastMoment, readTimestampScale } from './matroska-end.ts';

const hex = (...parts: string[]): Buffer => Buffer.from(parts.join(''), 'hex');

/** Makes a Matroska element; its size is stated in four bytes, unless it is to be unknown. */
function element(id: string, content: Buffer, isUnknown = false): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(isUnknown ? 0x1fff_ffff : 0x1000_0000 + content.length);
  return Buffer.concat([hex(id), size, content]);
}

/** Makes the beginning of a block: the number of its track, its signed distance in time, its flags, and a frame. */
function blockContent(distance: number): Buffer {
  const content = Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3]);
  content.writeInt16BE(distance, 1);
  return content;
}
const simple = (distance: number) => element('a3', blockContent(distance));
const group = (distance: number, duration: number) =>
  element('a0', Buffer.concat([element('a1', blockContent(distance)), element('9b', Buffer.of(duration))]));
const timestamp = (value: number) => element('e7', Buffer.of(value >> 16, (value >> 8) & 255, value & 255));
const clusterId = '1f43b675';
const cluster = (...content: Buffer[]) => element(clusterId, Buffer.concat(content));
const endless = (...content: Buffer[]) => element(clusterId, Buffer.concat(content), true);
const milliseconds = 1_000_000;
const last = (...parts: Buffer[]) => readLastMoment(Buffer.concat(parts), milliseconds);

describe('the last moment of a Matroska file', () => {
  it('is the latest block of the last cluster, whatever the order of blocks', () => {
    const before = cluster(timestamp(1_000), simple(9_000));
    expect(last(before, cluster(timestamp(5_000), simple(0), simple(80), simple(40)))).toBe(5.08);
    expect(last(before, cluster(timestamp(5_000), simple(-40)))).toBe(4.96);
  });

  it('includes the duration that a block states', () => {
    expect(last(cluster(timestamp(1_000), group(500, 40), simple(520)))).toBe(1.54);
  });

  it('is found where the sizes of clusters are unknown, and where the file begins or breaks off in the middle', () => {
    const rest = Buffer.from('rest of a frame');
    expect(last(rest, endless(timestamp(1_000), simple(1)), endless(timestamp(2_000), simple(7)))).toBe(
      2.007,
    );
    expect(last(endless(timestamp(3_000), simple(0), simple(40)).subarray(0, -2))).toBe(3.04);
  });

  it('is that of the cluster before when nothing follows the beginning of the last one', () => {
    const before = endless(timestamp(1_000), simple(33));
    expect(last(before, hex(clusterId))).toBe(1.033);
    expect(last(before, endless(timestamp(2_000)))).toBe(1.033);
  });

  it('is not taken from the identifier of a cluster inside a frame', () => {
    const frame = element('a3', Buffer.concat([blockContent(40), hex(clusterId), Buffer.from('ruido')]));
    expect(last(cluster(timestamp(2_000), frame))).toBe(2.04);
  });

  it('is never later than four days', () => {
    const secondsNs = 1_000_000_000;
    const unlikely = cluster(timestamp(4 * 86_400 + 1), simple(0));
    expect(readLastMoment(unlikely, secondsNs)).toBeUndefined();
    const before = cluster(timestamp(4), simple(0));
    expect(readLastMoment(Buffer.concat([before, unlikely]), secondsNs)).toBe(4);
  });

  it('is counted in the unit of the file', () => {
    expect(readLastMoment(cluster(timestamp(4_000), simple(0)), 500_000)).toBe(2);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1_000)],
    ['a cluster without a time', cluster(simple(1))],
    ['a cluster without blocks', cluster(timestamp(1))],
    ['an empty block', cluster(timestamp(1), element('a3', Buffer.alloc(0)))],
    ['identifiers alone', Buffer.concat(Array.from({ length: 50_000 }, () => hex(clusterId)))],
  ])('is undefined for %s', (_what, bytes) => {
    expect(readLastMoment(bytes, milliseconds)).toBeUndefined();
  });
});

describe('the unit of the timestamps of a Matroska file', () => {
  const scale = element('2ad7b1', hex('07a120'));

  it('is read from its header, also where the segment states no size', () => {
    const content = element('1549a966', scale);
    expect(readTimestampScale(element('18538067', content))).toBe(500_000);
    expect(readTimestampScale(element('18538067', content, true))).toBe(500_000);
  });

  it.each([
    ['no header', Buffer.alloc(0)],
    ['no unit', element('18538067', element('1549a966', Buffer.alloc(0)))],
    ['a unit of zero', element('18538067', element('1549a966', element('2ad7b1', Buffer.of(0))))],
  ])('is a millisecond for a file with %s', (_what, bytes) => {
    expect(readTimestampScale(bytes)).toBe(milliseconds);
  });
});
