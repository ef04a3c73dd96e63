import { describe, expect, it } from 'vitest';
import { serverAddresses } from '../test/tables.ts';
import { readServerAddress } from './server-address.ts';

describe('readServerAddress', () => {
  it.each(serverAddresses)('reads $text as $status $origin$fault', ({ text, confirmedHosts, ...meaning }) => {
    expect(readServerAddress(text, confirmedHosts)).toMatchObject(meaning);
  });

  it('asks before it accepts clear text, with the sentence of the design and the host to remember', () => {
    expect(readServerAddress('http://casa.lan:3000')).toEqual({
      status: 'confirm',
      origin: 'http://casa.lan:3000',
      host: 'casa.lan:3000',
      sentence: 'No es segura. ¿Continuar?',
    });
  });

  it('says of every refused text in a Spanish sentence what is wrong', () => {
    const sentences = serverAddresses
      .map(({ text, confirmedHosts }) => readServerAddress(text, confirmedHosts))
      .filter((address) => address.status === 'refused')
      .map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(7);
    for (const sentence of sentences) expect(sentence).toMatch(/^(?:Escribe|La dirección|Esto) .+\.$/);
  });

  it('refuses a text that is too long for an address', () => {
    expect(readServerAddress(`${'a'.repeat(60)}.`.repeat(5))).toMatchObject({ fault: 'too_long' });
  });

  it('keeps the registered spelling of a name with accents', () => {
    expect(readServerAddress('televisión.ejemplo.com')).toEqual({
      status: 'ready',
      origin: 'https://xn--televisin-d7a.ejemplo.com',
    });
  });
});
