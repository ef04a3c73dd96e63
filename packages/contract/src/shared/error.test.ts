import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { errorsOf } from './endpoint.ts';
import { errorCatalogue, type ErrorCode } from './error.ts';
import { playbackErrors } from './playback-error.ts';

const entries = Object.entries(errorCatalogue) as [ErrorCode, { status: number; sentence: string }][];
const codesWith = (status: number) =>
  entries.filter(([, error]) => error.status === status).map(([code]) => code);

describe('the error catalogue', () => {
  it.each(entries)('has for %s a Spanish sentence and a 4xx or 5xx status', (code, { status, sentence }) => {
    expect(code).toMatch(/^[a-z]+\.[a-z0-9_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^\p{Lu}.{9,}$/u);
    expect(sentence).not.toMatch(/[<>{}$]|undefined|null|\s{2}|https?:/);
  });

  it('has a different sentence for each error', () => {
    const sentences = entries.map(([, { sentence }]) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('has status 401 only for errors of session or credentials', () => {
    for (const code of codesWith(401)) expect(code).toMatch(/^(?:session|credentials)\./);
    expect(codesWith(401)).toContain('session.expired');
  });

  it('has a 5xx status for every failure of this server or of a provider', () => {
    const ours = entries.filter(([code]) => /^(?:server|upstream)\./.test(code));
    expect(ours.length).toBeGreaterThan(5);
    for (const [code, { status }] of ours) expect([code, status >= 500]).toEqual([code, true]);
  });

  it('has a 4xx status for every faulty request', () => {
    const theirs = entries.filter(([code]) =>
      /^(?:input|request|body|list|device|credentials|limit)\./.test(code),
    );
    for (const [code, { status }] of theirs) expect([code, status < 500]).toEqual([code, true]);
  });

  it('has status 404 for each thing that does not exist, and 429 for each limit', () => {
    for (const [code, { status }] of entries) {
      if (code.endsWith('.not_found')) expect([code, status]).toEqual([code, 404]);
      if (code.startsWith('limit.')) expect([code, status]).toEqual([code, 429]);
    }
  });

  it.each(entries.filter(([code]) => /^(?:guide|programme|push|reminder)\./.test(code)))(
    'says for %s what to do',
    (_code, { sentence }) => {
      expect(sentence).toMatch(
        /\b(?:abre|agrega|comprueba|elige|elimina|escribe|espera|prueba|puedes|quita|recarga|selecciona|sube|usa)\b/i,
      );
    },
  );

  it('has each playback error with the status and sentence that the player’s page has', () => {
    for (const [code, error] of Object.entries(playbackErrors)) {
      expect(errorCatalogue[code as ErrorCode]).toEqual(error);
    }
  });

  it.each(Object.entries(endpoints))(
    'contains every code that %s declares, each declared once',
    (_name, call) => {
      for (const code of errorsOf(call)) expect(errorCatalogue).toHaveProperty([code]);
      expect(new Set(call.errors).size).toBe(call.errors.length);
    },
  );
});
