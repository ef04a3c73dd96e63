import { describe, expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

const secure = { protocol: 'https:', host: 'butaca.example' };

describe('imageAddress', () => {
  it.each([
    ['http://butaca.example/api/images/a.webp', 'https://butaca.example/api/images/a.webp'],
    ['https://butaca.example/a.webp', 'https://butaca.example/a.webp'],
    ['/api/images/channel/a/320', '/api/images/channel/a/320'],
    ['http://otra.example/a.webp', 'http://otra.example/a.webp'],
    ['http://butaca.example.mal.example/a.webp', 'http://butaca.example.mal.example/a.webp'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ])('turns, on a secure page, %s into %s', (address, asked) => {
    expect(imageAddress(address, secure)).toBe(asked);
  });

  it('leaves every address unchanged on an insecure page', () => {
    const address = 'http://butaca.example/a.webp';
    expect(imageAddress(address, { protocol: 'http:', host: 'butaca.example' })).toBe(address);
  });
});
