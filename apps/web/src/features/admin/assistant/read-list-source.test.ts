import { describe, expect, it } from 'vitest';
import { isAccountAddress, isListContent, readListAddress } from './read-list-source.ts';

const list = 'http://tv.example:8080/player_api.php?username=ana&password=s3';

describe('the address of a list', () => {
  it.each([
    ['http://tv.example/lista.m3u', 'http://tv.example/lista.m3u'],
    ['  https://tv.example/a%2Fb.m3u?x=1&y \n', 'https://tv.example/a%2Fb.m3u?x=1&y'],
    ['Tu lista: http://tv.example/lista.m3u, disfrútala', 'http://tv.example/lista.m3u'],
    ['tv.example/lista.m3u', 'http://tv.example/lista.m3u'],
    ['10.0.0.5:8080/lista.m3u', 'http://10.0.0.5:8080/lista.m3u'],
    [
      'http://tv.example:8080/get.php?username=ana&password=s3',
      'http://tv.example:8080/get.php?username=ana&password=s3',
    ],
    ['http://tv.example:8080/player_api.php?username=ana&password=s3', list],
    ['Host: http://tv.example:8080\nUsuario: ana\nContraseña: s3', list],
    ['Servidor = tv.example:8080 | user = ana | pass = s3', list],
    [
      'URL: http://tv.example/panel/player_api.php\nusername: ana\npassword: a&b',
      'http://tv.example/panel/player_api.php?username=ana&password=a%26b',
    ],
    [
      'M3U: http://tv.example/get.php?username=ana&password=s3\nUsuario: ana\nClave: s3',
      'http://tv.example/get.php?username=ana&password=s3',
    ],
  ])('is read from %j', (text, address) => {
    expect(readListAddress(text)).toBe(address);
  });

  it.each(['', 'mi lista', 'Usuario: ana\nContraseña: s3', 'http://', '#EXTM3U'])(
    'is not found in %j',
    (text) => {
      expect(readListAddress(text)).toBeUndefined();
    },
  );
});

it('the content of a list is told from its address', () => {
  expect(isListContent('\n#EXTM3U\n#EXTINF:-1,Uno')).toBe(true);
  expect(isListContent('http://tv.example/#EXTM3U')).toBe(false);
});

it.each([
  [list, true],
  ['tv.example/panel_api.php?password=s3&username=ana', true],
  ['http://tv.example:8080/player_api.php?username=ana', false],
  ['http://tv.example:8080/get.php?username=ana&password=s3', true],
  ['http://tv.example:8080/get.php?token=s3', false],
  ['mi lista', false],
])('%j is the address of an account: %s', (address, isAccount) => {
  expect(isAccountAddress(address)).toBe(isAccount);
});
