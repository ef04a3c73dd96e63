import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptNotice, isUsableKey, noticeMaxBytes } from './encrypt-notice.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** The example of RFC 8291, appendix A. */
const example = {
  notice: 'When I grow up, I want to be a watermelon',
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  ownKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('a notice is encrypted as the example of RFC 8291', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(example.ownKey);
  const body = encryptNotice(example, Buffer.from(example.notice), { pair, salt: example.salt });
  expect(body.toString('base64url')).toBe(example.body);
});

it('each message has a key and a salt of its own, and at most 4,096 bytes', () => {
  const [one, other] = [1, 2].map(() => encryptNotice(example, Buffer.alloc(noticeMaxBytes)));
  expect(one?.length).toBe(4_096);
  expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16));
  expect(one?.subarray(21, 86)).not.toEqual(other?.subarray(21, 86));
  expect(() => encryptNotice(example, Buffer.alloc(noticeMaxBytes + 1))).toThrow(/bytes/);
});

it('only points of the curve are keys', () => {
  expect(isUsableKey(example.p256dh)).toBe(true);
  expect(isUsableKey(Buffer.alloc(65, 4))).toBe(false);
  expect(isUsableKey(Buffer.alloc(65))).toBe(false);
});
