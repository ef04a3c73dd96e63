import { describe, expect, it } from 'vitest';
import { readHostList, readHosts } from './several-hosts.ts';

describe('a database URL', () => {
  it('with several hosts is divided, and keeps the login, the database and the parameters', () => {
    expect(readHosts('postgres://butaca:cl%40ve@uno:5433,dos,[fd00::2]:5434/base?sslmode=require')).toEqual({
      firstUrl: 'postgres://butaca:cl%40ve@uno:5433/base?sslmode=require',
      hosts: [
        { host: 'uno', port: 5_433 },
        { host: 'dos', port: 5_432 },
        { host: 'fd00::2', port: 5_434 },
      ],
    });
  });

  it.each([
    'postgres://butaca:clave@uno:5432/base',
    // Commas outside of the hosts.
    'postgresql://butaca:cla,ve@uno/base,dos?options=a,b',
    'postgres:///base?host=/run/postgresql',
  ])('with one host stays as it is: %s', (firstUrl) => {
    expect(readHosts(firstUrl)).toEqual({ firstUrl, hosts: [] });
  });

  it.each(['uno,', 'uno:0,dos', 'uno:65536,dos', 'uno:x,dos', 'u no,dos', '[uno],dos', ','])(
    'with the hosts «%s» is refused',
    (list) => {
      expect(readHosts(`postgres://butaca@${list}/base`)).toBeUndefined();
    },
  );
});

it('a list of more than sixteen hosts is refused', () => {
  const list = (count: number) => Array.from({ length: count }, (_item, index) => `h${index}`).join(',');
  expect(readHostList(list(16), 1)).toHaveLength(16);
  expect(readHostList(list(17), 1)).toBeUndefined();
});
