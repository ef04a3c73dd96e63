import { describe, expect, it } from 'vitest';
import { downloadKindOf, downloadKinds } from './download.ts';

describe('the name of a file that is offered for download', () => {
  it.each([
    ['butaca.apk', 'android'],
    ['Butaca 1.2 (arm64).APK', 'android'],
    ['butaca.ipa', 'ios'],
    ['Butaca_1.0.0_x64-setup.exe', 'windows'],
    ['Butaca_1.0.0_x64_es-ES.msi', 'windows'],
    ['Butaca_1.0.0_universal.dmg', 'macos'],
    ['butaca_1.0.0~rc1+b2_amd64.deb', 'linux'],
    ['butaca-1.0.0-1.x86_64.rpm', 'linux'],
    ['Butaca-1.0.0.AppImage', 'linux'],
  ])('%s tells that it is for %s', (name, system) => {
    const kind = downloadKindOf(name);
    expect(kind && downloadKinds[kind]).toBe(system);
  });

  it.each([
    '',
    '.apk',
    '.oculta.apk',
    '../butaca.apk',
    'carpeta/butaca.apk',
    'carpeta\\butaca.apk',
    'butaca.apk\n',
    'bu\r\ntaca.apk',
    'bu"taca.apk',
    'butaca.apk.html',
    'butaca.zip',
    'butaca.sh',
    'butaca',
    'C:butaca.apk',
    'aplicación.apk',
    `${'x'.repeat(160)}.apk`,
  ])('is not %j', (name) => {
    expect(downloadKindOf(name)).toBeUndefined();
  });
});
