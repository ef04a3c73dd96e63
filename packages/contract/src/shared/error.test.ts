import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { errorsOf } from './endpoint.ts';
import { errorCatalogue, type ErrorCode } from './error.ts';
import { playbackErrors } from './playback-error.ts';

const entries = Object.entries(errorCatalogue) as [ErrorCode, { status: number; sentence: string }][];
const codesWith = (status: number) =>
  entries.filter(([, error]) => error.status === status).map(([code]) => code);

describe('the error catalogue', () => {
  it.each(entries)(
    'says %s in a Spanish sentence with a status of a failure',
    (code, { status, sentence }) => {
      expect(code).toMatch(/^[a-z]+\.[a-z0-9_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(sentence).toMatch(/^\p{Lu}.{9,}$/u);
      expect(sentence).not.toMatch(/[<>{}$]|undefined|null|\s{2}|https?:/);
    },
  );

  it('says each thing in words of its own', () => {
    const sentences = entries.map(([, { sentence }]) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('asks for a sign-in only where session or credentials are wrong', () => {
    for (const code of codesWith(401)) expect(code).toMatch(/^(?:session|credentials)\./);
    expect(codesWith(401)).toContain('session.expired');
  });

  it('never calls a failure of this server or of a provider a fault of the person', () => {
    const ours = entries.filter(([code]) => /^(?:server|upstream)\./.test(code));
    expect(ours.length).toBeGreaterThan(5);
    for (const [code, { status }] of ours) expect([code, status >= 500]).toEqual([code, true]);
  });

  it('never calls a faulty request a failure of this server', () => {
    const theirs = entries.filter(([code]) =>
      /^(?:input|request|body|list|device|credentials|limit)\./.test(code),
    );
    for (const [code, { status }] of theirs) expect([code, status < 500]).toEqual([code, true]);
  });

  it('answers 404 for each thing that does not exist, and 429 for each limit', () => {
    for (const [code, { status }] of entries) {
      if (code.endsWith('.not_found')) expect([code, status]).toEqual([code, 404]);
      if (code.startsWith('limit.')) expect([code, status]).toEqual([code, 429]);
    }
  });

  it('has each error of playback with the same status and sentence as the page of the player', () => {
    for (const [code, error] of Object.entries(playbackErrors)) {
      expect(errorCatalogue[code as ErrorCode]).toEqual(error);
    }
  });

  it.each(Object.entries(endpoints))(
    'knows every code that %s may answer with, each declared once',
    (_name, call) => {
      for (const code of errorsOf(call)) expect(errorCatalogue).toHaveProperty([code]);
      expect(new Set(call.errors).size).toBe(call.errors.length);
    },
  );
});
