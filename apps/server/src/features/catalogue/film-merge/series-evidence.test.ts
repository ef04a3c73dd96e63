import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderOf, nameOfFolder, nameOfGroup, nameOfImage } from './series-evidence.ts';

describe('the series name in a provider’s group', () => {
  it.each([
    ['La casa del lago', 'La casa del lago'],
    ['SERIES | La casa del lago', 'La casa del lago'],
    ['Novela: Marea alta', 'Marea alta'],
    ['ANIMES » Estrella', 'Estrella'],
    ['El faro - Temporada 2', 'El faro'],
    ['El faro S02', 'El faro'],
    ['El faro T2', 'El faro'],
    ['SERIES NETFLIX;El faro', 'El faro'],
    ['El faro;Marea', 'El faro'],
    ['24 horas en vivo', '24 horas en vivo'],
  ])('of %j is %j', (group, name) => {
    expect(nameOfGroup(group)).toBe(name);
  });

  it.each([
    null,
    '',
    ';;',
    'SERIES | NETFLIX',
    'Series 2024',
    'Temporada 3',
    'HBO MAX',
    'Sin grupo',
    'VOD;Cine;4K',
  ])('is empty for %j', (group) => {
    expect(nameOfGroup(group)).toBe('');
  });
});

describe('the series name in the address of an image', () => {
  it.each([
    ['http://i.tv/la-casa_de.papel.png', 'La casa de papel'],
    ['http://i.tv/logos/El%20faro.jpg?w=200#x', 'El faro'],
    ['http://i.tv/marea+alta_cover.webp', 'Marea alta'],
    ['http://i.tv/estrella', 'Estrella'],
    ['internal:demo/images/estrella.webp', 'Estrella'],
  ])('of %s is %j', (address, name) => {
    expect(nameOfImage(address)).toBe(name);
  });

  it.each([
    'http://i.tv/',
    'http://i.tv',
    'http://i.tv/series-logo.png',
    'http://i.tv/thumb_2024.png',
    'http://i.tv/d41d8cd98f00.png',
    'http://i.tv/00123456789012.png',
    'http://i.tv/tv.png',
    'http://i.tv/%E0%A4%A',
  ])('is empty for %s', (address) => {
    expect(nameOfImage(address)).toBe('');
  });
});

describe('the folder of a series in the address of a film', () => {
  it.each([
    ['http://v.tv/series/Marea/01.mp4', 'http://v.tv/series/Marea'],
    ['http://v.tv/series/Marea/Temporada%201/01.mp4', 'http://v.tv/series/Marea'],
    ['http://v.tv/series/Marea/S01/t2/01.mp4', 'http://v.tv/series/Marea'],
    ['http://v.tv:8080/Marea/01.mp4?token=1', 'http://v.tv:8080/Marea'],
    ['http://v.tv/S01/01.mp4', 'http://v.tv/S01'],
  ])('of %s is %s', (address, folder) => {
    expect(folderOf(address, null)).toBe(folder);
  });

  it.each([
    ['http://v.tv/01.mp4', null],
    ['http://v.tv/', null],
    ['http://p.tv/series/u/c/7.mkv', 'p.tv/series/7'],
  ])('of %s (%s) is undefined', (address, providerKey) => {
    expect(folderOf(address, providerKey)).toBeUndefined();
  });

  it('is the same for all films in it, and the name from it never contains the host', () => {
    const file = fc.stringMatching(/^[a-z0-9]{1,10}\.mp4$/);
    fc.assert(
      fc.property(file, file, (one, other) => {
        const [folder, same] = [one, other].map((name) =>
          folderOf(`http://v.tv/vod/Los%20pazos/${name}`, null),
        );
        expect(folder).toBe(same);
        expect(nameOfFolder(folder ?? '')).toBe('Los pazos');
      }),
    );
  });
});
