import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

it.each([
  ['http://tv.ejemplo:8080/get.php?username=ana&password=secreto', 'http://tv.ejemplo:8080/get.php?…'],
  ['https://ana:secreto@tv.ejemplo/lista.m3u', 'https://tv.ejemplo/lista.m3u'],
  ['https://tv.ejemplo/playlist/ana/secreto/m3u_plus', 'https://tv.ejemplo/…'],
  ['https://tv.ejemplo/s3cr3t0/lista.m3u8#ana', 'https://tv.ejemplo/…/lista.m3u8'],
  ['https://tv.ejemplo', 'https://tv.ejemplo'],
])('of %s only %s is shown', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
