import type { PlaybackFailureCode } from '@butaca/player';
import { describe, expect, it } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

/** All failure codes of the player; a code that is missing in this object is a compile error. */
const codes = Object.keys({
  'network.unreachable': true,
  'network.timeout': true,
  'session.expired': true,
  'stream.forbidden': true,
  'stream.not_found': true,
  'stream.expired': true,
  'stream.limit': true,
  'stream.refused': true,
  'stream.unplayable': true,
  'server.unexpected': true,
  'server.unavailable': true,
  'upstream.unreachable': true,
  'upstream.timeout': true,
  'upstream.ended': true,
  'upstream.gone': true,
  'media.format': true,
  'media.codec': true,
  'media.decode': true,
  'media.no_video': true,
  'media.no_audio': true,
  'drm.unsupported': true,
  'player.unloaded': true,
} satisfies Record<PlaybackFailureCode, true>);

const sentenceOf = (code: string) => failureSentence({ code });

describe('the sentence of a playback failure', () => {
  it.each(codes)('for %s is a whole Spanish sentence that no other code has', (code) => {
    const sentence = sentenceOf(code);
    expect(sentence).toMatch(/^\p{Lu}.+\.$/u);
    expect(sentence).not.toBe('Error desconocido.');
    expect(sentence).toMatch(/\b(el|la|los|en|de|tu|un|se|no|este|esta|hay)\b/i);
    expect(sentence).not.toMatch(/\b(the|error|stream|failed|not|is|network|player|server)\b/i);
    expect(codes.filter((other) => sentenceOf(other) === sentence)).toEqual([code]);
  });

  it('for a code that only the gateway sends comes from the contract’s error catalogue', () => {
    expect(sentenceOf('plan.required')).toBe('Tu plan actual no permite acceder a este contenido.');
  });

  it('for a code that the page does not know is the one that the server sent', () => {
    const sentence = 'El video está bloqueado por motivos legales donde está el servidor. Elige otro.';
    expect(failureSentence({ code: 'upstream.blocked', sentence })).toBe(sentence);
    expect(failureSentence({ code: 'media.codec', sentence })).not.toBe(sentence);
  });

  it.each(['codec.unheard_of', '', 'toString', '__proto__', 'constructor'])(
    'for the unknown code %j is «Error desconocido.»',
    (code) => {
      expect(sentenceOf(code)).toBe('Error desconocido.');
    },
  );
});
