/*
 * Compares the names and texts that the web client, Kotlin and Swift have in common. The Kotlin part is also compared by
 * its own tests, which run it; Swift cannot be compiled here, so its sources are parsed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSwift } from './read-swift.mjs';

const byText = (one, other) => (one < other ? -1 : Number(one > other));

const mobile = join(import.meta.dirname, '..');
const bridge = join(mobile, '../../packages/bridge');
const read = (...path) => readFileSync(join(...path), 'utf8');
const kotlin = (path) => read(mobile, 'android/app/src/main/java/app/butaca/mobile', path);
const swift = (path) => read(mobile, 'ios/App/App', path);
const { capacitor } = JSON.parse(read(bridge, 'test/player-messages.json'));

/** Every text between quotes, as it is read by a program. */
const literals = (source) => [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);

/** What iOS has not: a key «back», and apps that close themselves. */
const onlyAndroid = ['exit'];

describe('the plugins in Kotlin and Swift', () => {
  const plugins = {
    ButacaPlayer: Object.keys(capacitor.ButacaPlayer.methods),
    ButacaShell: Object.keys({ ...capacitor.ButacaShell.methods, ...capacitor.ButacaShell.addressPage }),
  };
  for (const [plugin, methods] of Object.entries(plugins)) {
    it(`${plugin} has the methods of the table in Kotlin`, () => {
      const source = kotlin(`${plugin}Plugin.kt`);
      const found = [...source.matchAll(/@PluginMethod\s+fun (\w+)\(/g)].map(([, name]) => name);
      assert.deepEqual(found.toSorted(byText), methods.toSorted(byText));
      assert.match(source, new RegExp(`@CapacitorPlugin\\(name = "${plugin}"\\)`));
    });

    it(`${plugin} has the methods of the table in Swift, declared and written`, async () => {
      const source = swift(`${plugin}Plugin.swift`);
      const expected = methods.filter((name) => !onlyAndroid.includes(name)).toSorted(byText);
      const declared = [...source.matchAll(/CAPPluginMethod\(name: "(\w+)"/g)].map(([, name]) => name);
      assert.deepEqual(declared.toSorted(byText), expected);
      const { functions } = await readSwift(source);
      const written = functions.filter(({ text }) => text.startsWith('@objc func')).map(({ name }) => name);
      assert.deepEqual(written.toSorted(byText), expected);
      assert.match(source, new RegExp(`let jsName = "${plugin}"`));
    });
  }

  it('read every option of the table by its name', () => {
    const options = (methods) => Object.values(methods).flatMap(({ options }) => Object.keys(options));
    const sources = {
      kotlin: literals(
        kotlin('ButacaPlayerPlugin.kt') + kotlin('player/Media.kt') + kotlin('ButacaShellPlugin.kt'),
      ),
      swift: literals(
        swift('ButacaPlayerPlugin.swift') + swift('PlayerMedia.swift') + swift('ButacaShellPlugin.swift'),
      ),
    };
    const names = [
      ...options(capacitor.ButacaPlayer.methods),
      ...options(capacitor.ButacaShell.methods),
      ...options(capacitor.ButacaShell.addressPage),
    ];
    assert.ok(names.length > 8);
    for (const [language, texts] of Object.entries(sources))
      for (const name of names) assert.ok(texts.includes(name), `${language} reads no option ${name}`);
  });

  it('answer with the fields of the table', () => {
    const fields = (methods) => Object.values(methods).flatMap(({ result }) => Object.keys(result ?? {}));
    const names = [
      ...fields(capacitor.ButacaPlayer.methods),
      ...fields(capacitor.ButacaShell.methods),
      ...fields(capacitor.ButacaShell.addressPage),
    ];
    const sources = {
      kotlin: literals(
        kotlin('ButacaPlayerPlugin.kt') + kotlin('player/PlayerAnswer.kt') + kotlin('ButacaShellPlugin.kt'),
      ),
      swift: literals(swift('ButacaPlayerPlugin.swift') + swift('ButacaShellPlugin.swift')),
    };
    for (const [language, texts] of Object.entries(sources))
      for (const name of names) assert.ok(texts.includes(name), `${language} answers no field ${name}`);
  });
});

describe('the events of the player', () => {
  const table = capacitor.ButacaPlayer.events.filter(({ event }) => event !== null);
  const names = [...new Set(table.map(({ name }) => name))].toSorted(byText);

  it('have the names that the web client listens to', () => {
    const source = read(bridge, 'src/capacitor/native-player.ts');
    const listened = /eventNames = \[([^\]]+)\]/.exec(source)?.[1] ?? '';
    assert.deepEqual([...listened.matchAll(/'(\w+)'/g)].map(([, name]) => name).toSorted(byText), names);
  });

  it('have the same names in Kotlin', () => {
    const found = [...kotlin('player/PlayerEvent.kt').matchAll(/PlayerEvent\("(\w+)"\)/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(found.toSorted(byText), names);
  });

  it('have the same names and data in Swift', () => {
    const source = swift('PlayerMedia.swift');
    const found = [...source.matchAll(/case \.\w+: return "(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(found.toSorted(byText), names);
    const data = literals(source.slice(source.indexOf('var data:'))).toSorted(byText);
    assert.deepEqual([...new Set(data)], ['duration', 'message', 'time']);
  });

  it('are the shell’s own «back» besides, on Android', () => {
    assert.deepEqual(capacitor.ButacaShell.events, [{ name: 'back', data: {} }]);
    assert.match(kotlin('ButacaShellPlugin.kt'), /notifyListeners\("back", JSObject\(\)\)/);
    assert.match(read(bridge, 'src/capacitor/capacitor-bridge.ts'), /addListener\(shellPlugin, 'back'/);
  });
});

describe('the sentences about addresses', () => {
  const source = read(bridge, 'src/server-address.ts');
  const block = source.slice(
    source.indexOf('const sentences'),
    source.indexOf('};', source.indexOf('const sentences')),
  );
  const faults = [...block.matchAll(/(\w+):\s+'([^']+)'/g)].map(([, fault, sentence]) => [fault, sentence]);

  it('are the same in TypeScript, Kotlin and Swift', () => {
    assert.equal(faults.length, 8);
    const inKotlin = literals(kotlin('server/ServerAddress.kt'));
    const inSwift = literals(swift('ServerAddress.swift'));
    for (const [fault, sentence] of faults) {
      assert.ok(inKotlin.includes(fault) && inKotlin.includes(sentence), `Kotlin: ${fault}`);
      assert.ok(inSwift.includes(sentence), `Swift: ${fault}`);
    }
  });

  it('ask the same question about clear text', () => {
    for (const text of [source, kotlin('server/ServerAddress.kt'), swift('ServerAddress.swift')])
      assert.ok(text.includes('No es segura. ¿Continuar?'));
  });

  it('say the same of a server that does not answer as Butaca', () => {
    const shape = (text) => text.replaceAll(/\$host|\\\(host\)/g, '{host}');
    const sentences = (text) =>
      literals(text)
        .filter((literal) => / .*\.$/.test(literal))
        .map(shape);
    const inKotlin = sentences(kotlin('server/HealthCheck.kt'));
    assert.equal(inKotlin.length, 3);
    assert.deepEqual(sentences(swift('HealthCheck.swift')).toSorted(byText), inKotlin.toSorted(byText));
  });
});

describe('the keys of the session', () => {
  it('are those of the specification in TypeScript, Kotlin and Swift', () => {
    const keys = ['deviceId', 'token', 'user'];
    const read1 = (text, pattern) =>
      [...(pattern.exec(text)?.[1] ?? '').matchAll(/['"](\w+)['"]/g)].map(([, key]) => key).toSorted(byText);
    assert.deepEqual(read1(read(bridge, 'src/interface/bridge.ts'), /storageKeys = \[([^\]]+)\]/), keys);
    assert.deepEqual(read1(kotlin('session/SessionStore.kt'), /storageKeys = setOf\(([^)]+)\)/), keys);
    assert.deepEqual(read1(swift('SessionStore.swift'), /keys: Set<String> = \[([^\]]+)\]/), keys);
  });
});
