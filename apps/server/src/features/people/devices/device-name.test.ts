import { expect, it } from 'vitest';
import { browserOf, deviceName, deviceTypeOf } from './device-name.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome en Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari en iPhone o iPad',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox en Mac'],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
    'Tizen en televisor',
  ],
  ['', 'Dispositivo'],
  ['   ', 'Dispositivo'],
  ['Reproductor', 'Dispositivo'],
])('the user agent %j is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
it.each([
  [`${windows} Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0`, 'pc', 'Edge'],
  [`${windows} Chrome/129.0.0.0 Safari/537.36`, 'pc', 'Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'pc', 'Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'mobile',
    'Safari',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'tablet',
    'Safari',
  ],
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 DMOST/2.0.0 (; LGE; webOSTV; WEBOS22)',
    'tv',
    'WebOS Browser',
  ],
  ['', 'pc', null],
  ['una cosa cualquiera', 'pc', null],
])('the kind and the browser of a device are read from %j', (userAgent, type, browser) => {
  expect([deviceTypeOf(userAgent), browserOf(userAgent)]).toEqual([type, browser]);
});
