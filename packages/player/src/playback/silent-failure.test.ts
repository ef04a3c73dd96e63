import { expect, it } from 'vitest';
import { findSilentFailure } from './silent-failure.ts';

it.each([
  [{ videoWidth: 1280, decodedAudioBytes: 9000 }, undefined],
  [{ videoWidth: 0, decodedAudioBytes: 9000, hasPicture: false }, undefined],
  [{ videoWidth: 0, decodedAudioBytes: 9000 }, 'media.no_video'],
  [{ videoWidth: 1280, decodedAudioBytes: 0 }, 'media.no_audio'],
  [{ videoWidth: 1280, decodedAudioBytes: undefined }, undefined],
  [{ videoWidth: 0, decodedAudioBytes: undefined }, 'media.no_video'],
])('findSilentFailure finds for the output %o the failure %s', (given, code) => {
  const output = { hasPicture: true, ...given };
  expect(findSilentFailure(output)?.code).toBe(code);
  expect(findSilentFailure(output)?.fatal ?? false).toBe(false);
});
