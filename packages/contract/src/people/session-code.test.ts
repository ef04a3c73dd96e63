import { expect, it } from 'vitest';
import { errorCatalogue } from '../shared/error.ts';
import { endsSession } from './session-code.ts';

it('signs people out for a session that ended or a role that was lost, and for nothing else', () => {
  const codes = Object.keys(errorCatalogue).filter(endsSession);
  expect(codes.toSorted()).toEqual(['role.forbidden', 'session.expired', 'session.required']);
});

it.each(['plan.required', 'stream.forbidden', 'account.inactive', 'session', ''])(
  'keeps people signed in after «%s»',
  (code) => {
    expect(endsSession(code)).toBe(false);
  },
);
