/*
 * Home-made servers of radios, cameras and channels end lines with LF alone, begin with `ICY 200 OK`, write blanks before
 * colons or repeat a length. An HTTP parser refuses such heads, while players accept them. Therefore the head of the first
 * answer of each connection is held until it is complete; one that keeps to the rules passes unchanged, and any other one
 * is written anew with `connection: close`, because the start of a next answer on the connection could not be found.
 */
import type { Readable } from 'node:stream';

/** A head that is longer than this, in bytes, is left to the parser, which refuses it. */
const mostHeadBytes = 16_384;

const statusLine = /^(?:HTTP\/(\d(?:\.\d)?)|ICY) {1,8}(\d{3})(?: .*)?$/;
const properStatusLine = /^HTTP\/1\.[01] \d{3}(?: .*)?$/;
const properField = /^[\w!#$%&'*+.^`|~-]+:/;
const field = /^([\w!#$%&'*+.^`|~-]+)[ \t]{0,8}:(.*)$/;
/** The control characters that no field may have; a tab is none of them. */
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/g;

/**
 * Makes the answers of careless servers readable for an HTTP parser. An answer that is no HTTP at all stays as it is.
 *
 * @param connection - a connection from which nothing has been received yet; its `push` is replaced
 */
export function mendAnswerHead(connection: Readable): void {
  const push = connection.push.bind(connection);
  let begun: Buffer = Buffer.alloc(0);
  connection.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) begun = Buffer.concat([begun, chunk]);
    const bodyAt = findBody(begun);
    if (bodyAt === undefined && chunk !== null && mayBeHead(begun)) return true;
    connection.push = push;
    const start = bodyAt === undefined ? begun : mend(begun, bodyAt);
    if (chunk !== null) return push(start, encoding);
    if (start.length > 0) push(start);
    return push(null);
  };
}

/** Whether bytes without an end of a head may be the beginning of one. */
function mayBeHead(bytes: Buffer): boolean {
  if (bytes.length >= mostHeadBytes) return false;
  const start = bytes.toString('latin1', 0, 5);
  return ['HTTP/', 'ICY '].some((mark) => mark.startsWith(start) || start.startsWith(mark));
}

/** Returns where the body begins; `undefined` while the head is not complete. */
function findBody(bytes: Buffer): number | undefined {
  const ends = ['\n\n', '\n\r\n'].map((end) => {
    const at = bytes.subarray(0, mostHeadBytes).indexOf(end);
    return at === -1 ? Number.POSITIVE_INFINITY : at + end.length;
  });
  const first = Math.min(...ends);
  return Number.isFinite(first) ? first : undefined;
}

function mend(bytes: Buffer, bodyAt: number): Buffer {
  const text = bytes.toString('latin1', 0, bodyAt);
  const lines = text.trimEnd().split('\n');
  const [first = '', ...rest] = lines.map((line) => line.replace(/\r$/, ''));
  const [, version = '1.0', status] = statusLine.exec(first) ?? [];
  if (status === undefined || isProper(text, first, rest)) return bytes;
  const head = [
    `HTTP/${version === '1.1' ? '1.1' : '1.0'} ${status} `,
    ...readFields(rest),
    'connection: close',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes.subarray(bodyAt)]);
}

function isProper(text: string, first: string, rest: readonly string[]): boolean {
  if (!properStatusLine.test(first) || !rest.every((line) => properField.test(line))) return false;
  const [lineFeeds, lineEnds] = [text.split('\n').length, text.split('\r\n').length];
  const isPlain = [first, ...rest].every((line) => line.search(controls) === -1);
  const lengths = rest.filter((line) => /^(?:content-length|transfer-encoding):/i.test(line));
  return lineFeeds === lineEnds && isPlain && lengths.length <= 1;
}

/**
 * Returns the fields that can be read. The length of a body that has a transfer coding says nothing, and a repeated one nothing
 * new; `identity` is no coding.
 */
function readFields(lines: readonly string[]): string[] {
  const fields = lines
    .map((line) => field.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => ({
      name: name.toLowerCase(),
      value: value.replace(controls, '').trim(),
    }))
    .filter(({ name }) => name !== 'connection' && name !== 'keep-alive')
    .filter(({ name, value }) => name !== 'transfer-encoding' || !/^(?:identity)?$/i.test(value));
  const isCoded = fields.some(({ name }) => name === 'transfer-encoding');
  return fields
    .filter(({ name }) => !isCoded || name !== 'content-length')
    .map(({ name, value }) => `${name}: ${value}`)
    .filter((line, index, all) => !line.startsWith('content-length:') || all.indexOf(line) === index);
}
