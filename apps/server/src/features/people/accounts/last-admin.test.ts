import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepAnAdmin } from './last-admin.ts';

const soon = new Date('2030-01-01');
const later = new Date('2031-01-01');
type Admin = Parameters<typeof keepAnAdmin>[0][number];

const admin = (id: string, expiresAt: Date | null = null, isActive = true): Admin => ({
  id,
  role: 'admin',
  is_active: isActive,
  expires_at: expiresAt,
});
const changing = (admins: Admin[], id: string, change: Parameters<typeof keepAnAdmin>[2]) => () =>
  keepAnAdmin(admins, id, change);

describe('the rule about the last administrator', () => {
  it.each([
    ['demoted', { role: 'user' }],
    ['deactivated', { is_active: false }],
    ['given an end', { expires_at: later }],
  ])('refuses that the last one is %s', (_what, change) => {
    expect(changing([admin('a')], 'a', change)).toThrow('account.last_admin');
    expect(changing([admin('a'), admin('b', null, false)], 'a', change)).toThrow('account.last_admin');
  });

  it('permits a change when another administrator lasts as long', () => {
    expect(changing([admin('a'), admin('b')], 'a', { role: 'user' })).not.toThrow();
    expect(changing([admin('a', soon), admin('b', later)], 'a', { is_active: false })).not.toThrow();
  });

  it('protects the one who lasts longest, up to that end date', () => {
    const admins = [admin('a', soon), admin('b', later)];
    expect(changing(admins, 'b', { expires_at: soon })).toThrow('account.last_admin');
    expect(changing(admins, 'b', { expires_at: new Date('2032-01-01') })).not.toThrow();
    expect(changing(admins, 'b', { expires_at: null })).not.toThrow();
  });

  it('permits changes to an account that is not an administrator', () => {
    expect(changing([admin('a')], 'otra', { role: 'user' })).not.toThrow();
    expect(changing([], 'a', { role: 'user' })).not.toThrow();
  });

  it('permits changes when no active administrator is left', () => {
    expect(changing([admin('a', null, false)], 'a', { role: 'user' })).not.toThrow();
  });

  it('never lets a permitted change shorten the time with an administrator', () => {
    const days = fc.option(fc.date({ min: soon, max: later, noInvalidDate: true }));
    const admins = fc.array(fc.tuple(days, fc.boolean()), { minLength: 1, maxLength: 4 });
    const change = fc.record({ is_active: fc.boolean(), expires_at: days });
    const untilMs = (rows: readonly Admin[]) =>
      Math.max(0, ...rows.map((row) => (row.is_active ? (row.expires_at?.getTime() ?? Infinity) : 0)));
    fc.assert(
      fc.property(admins, fc.nat(3), change, (rows, nth, made) => {
        const before = rows.map(([expiresAt, isActive], index) => admin(`${index}`, expiresAt, isActive));
        const after = before.map((row) => (row.id === `${nth}` ? { ...row, ...made } : row));
        let isRefused = false;
        try {
          keepAnAdmin(before, `${nth}`, made);
        } catch {
          isRefused = true;
        }
        expect(isRefused).toBe(untilMs(after) < untilMs(before));
      }),
    );
  });
});
