import { expect, it } from 'vitest';
import { errorCatalogue } from '../shared/error.ts';
import { endsSession } from './session-code.ts';

it('endsSession signs people out for an ended session or a lost role, and for no other error code', () => {
  const codes = Object.keys(errorCatalogue).filter(endsSession);
  expect(codes.toSorted()).toEqual(['role.forbidden', 'session.expired', 'session.required']);
});

it.each(['plan.required', 'stream.forbidden', 'account.inactive', 'session', ''])(
  'endsSession keeps people signed in after «%s»',
  (code) => {
    expect(endsSession(code)).toBe(false);
  },
);
