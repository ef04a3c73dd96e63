import { enrichmentInfoSchema, enrichmentThemeSchema } from '@butaca/contract';
import { goodAnswers } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { infoContentSchema, recommendationsContentSchema, themeContentSchema } from './content-schemas.ts';

describe('information from a model', () => {
  it('loses unknown keys and has «No disponible» for missing ones', () => {
    const content = infoContentSchema.parse({ director: 'Ana', secret: 'x', trivia: 'no es una lista' });
    expect(content).toMatchObject({ director: 'Ana', cast: 'No disponible', trivia: [] });
    expect(Object.keys(content)).not.toContain('secret');
    expect(enrichmentInfoSchema.safeParse({ ...content, source: 'gemini' }).success).toBe(true);
  });

  it('has the cast as text when the model sends a list', () => {
    expect(infoContentSchema.parse({ cast: ['Ana', 7, 'Luis'] }).cast).toBe('Ana, Luis');
  });

  it('has long texts and long lists cut to their limits', () => {
    const content = infoContentSchema.parse({
      director: 'a'.repeat(50_000),
      trivia: Array.from({ length: 500 }, (_, index) => `Dato ${index}`),
    });
    expect(content.director).toHaveLength(2_000);
    expect(content.trivia).toHaveLength(20);
  });

  it('loses invisible characters and keeps markup as plain text', () => {
    const content = infoContentSchema.parse({
      director: 'A\u200bn\u202ea\u0000',
      awards: '<script>alert(1)</script> **x**',
    });
    expect(content.director).toBe('A n a');
    expect(content.awards).toBe('<script>alert(1)</script> **x**');
  });

  it.each([
    [{}],
    [{ director: 'No disponible', trivia: [] }],
    [{ cast: 'NO DISPONIBLE.' }],
    [{ director: '  ' }],
    [[]],
    ['texto'],
    [null],
  ])('is invalid when it says nothing: %j', (answer) => {
    expect(infoContentSchema.safeParse(answer).success).toBe(false);
  });
});

describe('a theme from a model', () => {
  const good = goodAnswers.theme;

  it('has its colours in lower case', () => {
    const theme = themeContentSchema.parse(good);
    expect(theme.primaryColor).toBe('#ffb454');
    expect(enrichmentThemeSchema.safeParse({ ...theme, source: 'gemini' }).success).toBe(true);
  });

  it.each(['red', '#fff', '#12345g', 'url(javascript:alert(1))', '#ffffff;background:url(x)', 7, null])(
    'is invalid with the colour %j',
    (colour) => {
      expect(themeContentSchema.safeParse({ ...good, gradientEnd: colour }).success).toBe(false);
    },
  );

  it('has the default for every value out of its bounds', () => {
    const odd = { ...good, overlayOpacity: 7, glowEffect: 'sí', animationType: 'explode' };
    expect(themeContentSchema.parse(odd)).toMatchObject({
      overlayOpacity: 0.8,
      glowEffect: false,
      animationType: 'fade',
    });
  });

  it('is unchanged when it is parsed again', () => {
    const theme = themeContentSchema.parse({ ...good, gradientStart: '#ffeecc', textColor: '#111111' });
    expect(themeContentSchema.parse(theme)).toEqual(theme);
  });
});

describe('recommendations from a model', () => {
  const item = { title: 'Otra', reason: 'Porque sí.', similarity: 'alta' };

  it('are cut to the first six, and those without a title are dropped', () => {
    const content = recommendationsContentSchema.parse({
      recommendations: [{ title: '\u200b' }, 'texto', ...Array.from({ length: 20 }, () => item)],
    });
    expect(content.recommendations).toHaveLength(4);
  });

  it('have the similarity «media» when the model sends an unknown one', () => {
    const content = recommendationsContentSchema.parse({
      recommendations: [{ ...item, similarity: 'altísima' }],
    });
    expect(content.recommendations[0]?.similarity).toBe('media');
  });

  it('are invalid when there are none', () => {
    expect(recommendationsContentSchema.safeParse({ recommendations: [] }).success).toBe(false);
  });
});
