import type { PlanKey, Role } from '@butaca/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../../platform/session/session-store.ts';
import { entryDenial, plansSentence, useSectionEntry } from './section-entry.ts';

const signIn = (plan: PlanKey, role: Role = 'user'): void =>
  sessionStore.start({ token: 'ficha', user: { username: 'ana', role, plan } });

afterEach(() => sessionStore.end('absent'));

describe('the entry to a section of the catalogue', () => {
  it.each([
    ['gplay', 'POR_GENERO', true],
    ['gplay', 'CINE_4K', false],
    ['estandar', 'CINE_4K', false],
    ['cinefilo', 'CINE_4K', true],
    ['premium', 'CINE_4K', true],
    ['cinefilo', 'TV_EN_VIVO', false],
    ['sports', 'TV_EN_VIVO', true],
    ['gplay', 'SECCION_NUEVA', true],
  ] as const)('with the plan %s to %s is open: %s', (plan, section, expected) => {
    signIn(plan);
    expect(renderHook(useSectionEntry).result.current(section)).toBe(expected);
  });

  it('is open to administrators with any plan, and closed to visitors', () => {
    signIn('gplay', 'admin');
    const { result } = renderHook(useSectionEntry);
    expect(result.current('CINE_4K')).toBe(true);
    act(() => sessionStore.end('expired'));
    expect(result.current('POR_GENERO')).toBe(false);
  });

  it('follows a change of plan at once', () => {
    signIn('gplay');
    const { result } = renderHook(useSectionEntry);
    expect(result.current('CINE_4K')).toBe(false);
    act(() => signIn('premium'));
    expect(result.current('CINE_4K')).toBe(true);
  });
});

describe('the plans that open a section', () => {
  it.each([
    ['CINE_4K', 'Cinéfilo o Premium'],
    ['TV_EN_VIVO', 'Sports o Premium'],
    ['POR_GENERO', undefined],
    ['SECCION_NUEVA', undefined],
  ])('%s are named «%s»', (section, expected) => {
    expect(plansSentence(section)).toBe(expected);
  });

  it.each([
    ['CINE_4K', 'el plan Cinéfilo o Premium'],
    ['TV_EN_VIVO', 'un plan superior'],
    ['DORAMAS', 'un plan superior'],
  ])('%s are named in the denial as «%s»', (section, plan) => {
    expect(entryDenial(section)).toBe(`🎬 Estimado cliente, debe tener ${plan} para acceder a esta sección.`);
  });
});
