import { describe, expect, it } from 'vitest';
import { createCookieJars } from './cookies.ts';

const origin = 'http://proveedor.example';
const jarOf = (jars = createCookieJars(), jarKey = 'una') => jars.open({ jarKey });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a jar of the cookies that servers set', () => {
  it.each([
    ['names', (n: number) => `c${n}=1`],
    ['paths', (n: number) => `a=1; Path=/${n}`],
    ['paths and no name', (n: number) => `=1; Path=/${n}`],
  ])('keeps the newest 64 of any number of short cookies with different %s', (_what, cookieOf) => {
    const jar = jarOf();
    for (const n of range(2_000)) jar.keep(cookieOf(n), `${origin}/`);
    const sent = range(2_000).filter((n) => {
      const pairs = jar.headerFor(`${origin}/${n}`)?.split('; ') ?? [];
      return pairs.includes(cookieOf(n).split(';')[0]?.replace(/^=/, '') ?? '');
    });
    expect(sent).toEqual(range(2_000).slice(-64));
  });

  it('has no room for cookies with neither name nor value', () => {
    const jar = jarOf();
    jar.keep('sesion=1', `${origin}/`);
    for (const n of range(100)) jar.keep(`=; Path=/${n}`, `${origin}/`);
    expect(jar.headerFor(`${origin}/`)).toBe('sesion=1');
  });

  it('keeps no cookie that is longer than 4 kB with its path', () => {
    const jar = jarOf();
    const path = `/${'p'.repeat(3_000)}`;
    jar.keep(`largo=${'x'.repeat(1_200)}`, `${origin}${path}/1.ts`);
    jar.keep(`escrito=${'x'.repeat(1_200)}; Path=${path}`, `${origin}/`);
    jar.keep('corto=1', `${origin}${path}/1.ts`);
    expect(jar.headerFor(`${origin}${path}/2.ts`)).toBe('corto=1');
  });

  it('counts what a server writes beside the values, and evicts the oldest cookies beyond 8 kB', () => {
    const jar = jarOf();
    for (const n of range(4)) jar.keep(`c${n}=1; nota=${'x'.repeat(3_000)}`, `${origin}/`);
    expect(jar.headerFor(`${origin}/`)).toBe('c2=1; c3=1');
  });

  it('counts a cookie once that is set again and again, and forgets one that its server ends', () => {
    const jar = jarOf();
    jar.keep('otra=1', `${origin}/`);
    for (const n of range(500)) jar.keep(`sesion=${n}${'x'.repeat(1_000)}`, `${origin}/`);
    expect(jar.headerFor(`${origin}/`)).toMatch(/^otra=1; sesion=499x+$/);
    jar.keep('sesion=; Max-Age=0', `${origin}/`);
    expect(jar.headerFor(`${origin}/`)).toBe('otra=1');
  });

  it('takes 16 cookies of one answer', () => {
    const jar = jarOf();
    jar.keep(
      range(40).map((n) => `c${n}=1`),
      `${origin}/`,
    );
    expect(jar.headerFor(`${origin}/`)?.split('; ')).toHaveLength(16);
  });

  it('is evicted when 1,000 other jars were used later', () => {
    const jars = createCookieJars();
    for (const n of range(1_001)) jarOf(jars, `jar ${n}`).keep('a=1', `${origin}/`);
    expect(jarOf(jars, 'jar 0').headerFor(`${origin}/`)).toBeUndefined();
    expect(jarOf(jars, 'jar 1').headerFor(`${origin}/`)).toBe('a=1');
  });

  it('sends back only what belongs to the address, and nothing to another host', () => {
    const jar = jarOf();
    jar.keep(['ruta=1; Path=/vivo', 'ajena=1; Domain=otro.example'], `${origin}/vivo/1`);
    jar.keep('segura=1; Secure', 'https://proveedor.example/');
    expect(jar.headerFor(`${origin}/vivo/2`)).toBe('ruta=1');
    expect(jar.headerFor('https://proveedor.example/2')).toBe('segura=1');
    expect(jar.headerFor('http://otro.example/vivo/2')).toBeUndefined();
  });
});
