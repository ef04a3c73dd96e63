/*
 * Compiles the Android part against the real Android framework and runs its tests. Gradle would need Google's repository
 * and its tools; here Maven fetches what Maven Central has, `aapt` compiles manifest and resources, and the compilers are
 * called one by one. What is fetched and compiled is kept outside of the clone.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const here = import.meta.dirname;
const mobile = join(here, '../..');
const app = join(mobile, 'android/app/src/main');
const capacitor = join(mobile, 'node_modules/@capacitor/android/capacitor/src/main');

/** The version of the Android framework, and the number of its API. */
const framework = '14-robolectric-10818077';
const sdk = { oldest: 24, target: 34 };

/** A program that ended with a failure; its output is in the message. */
export class ProgramFailure extends Error {}

/** Runs a program to its end and returns its output. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (status === 0) return stdout + stderr;
  throw new ProgramFailure(
    `${basename(command)} failed (${error?.code ?? status}):\n${stdout ?? ''}${stderr ?? ''}`,
  );
}

/** Every file below a folder whose name ends with a suffix, in a steady order. */
export function listFiles(folder, suffix) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/**
 * Fetches the libraries, once for each version of the list.
 *
 * @param cache - the folder outside of the clone
 * @returns the folder with the libraries
 */
export function fetchLibraries(cache) {
  const pom = join(here, 'pom.xml');
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const folder = join(cache, `mobile-libraries-${hash}`);
  if (existsSync(folder)) return folder;
  const begun = `${folder}.${process.pid}`;
  rmSync(begun, { recursive: true, force: true });
  run('mvn', [
    '-B',
    '-ntp',
    '-q',
    '-f',
    pom,
    `-Dmaven.repo.local=${join(cache, 'maven')}`,
    'dependency:copy-dependencies',
    `-DoutputDirectory=${begun}`,
  ]);
  for (const archive of listFiles(begun, '.aar')) {
    const unpacked = archive.replace(/\.aar$/, '');
    mkdirSync(unpacked);
    run('jar', ['xf', archive], { cwd: unpacked });
    if (existsSync(join(unpacked, 'res'))) rewriteIds(join(unpacked, 'res'));
  }
  renameSync(begun, folder);
  return folder;
}

/** Writes ids in the form that Debian's old `aapt` reads: `<item type="id">` for `<id>`. */
function rewriteIds(folder) {
  for (const file of listFiles(folder, '.xml')) {
    const text = readFileSync(file, 'utf8');
    const rewritten = text.replaceAll(/<id name="([^"]+)"\s*\/>/g, '<item type="id" name="$1"/>');
    if (rewritten !== text) writeFileSync(file, rewritten);
  }
}

/** The class path of everything that the app is compiled with, apart from the framework. */
function listJars(libraries) {
  return readdirSync(libraries, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [join(entry.name, 'classes.jar')] : [entry.name]))
    .filter(
      (name) => name.endsWith('.jar') && !/^(?:android-all|kotlin-(?:compiler|daemon|build))/.test(name),
    )
    .map((name) => join(libraries, name))
    .filter(existsSync);
}

/** The framework that the compilers read, and whose resources `aapt` reads. */
const frameworkJar = (libraries) => join(libraries, `android-all-${framework}.jar`);

/** Writes the manifest as Gradle would merge it: with its package, its versions and its placeholders filled in. */
function mergeManifest(output) {
  const { appId } = JSON.parse(readFileSync(join(mobile, 'capacitor.config.json'), 'utf8'));
  const merged = readFileSync(join(app, 'AndroidManifest.xml'), 'utf8')
    .replaceAll('${applicationId}', appId)
    .replace('<manifest ', `<manifest package="${appId}" `)
    .replace(
      '<uses-feature',
      `<uses-sdk android:minSdkVersion="${sdk.oldest}" android:targetSdkVersion="${sdk.target}" /><uses-feature`,
    );
  writeFileSync(output, merged);
}

/** The packages of the libraries, each of which reads its resources by a class of its own. */
function listPackages(libraries) {
  const manifests = readdirSync(libraries)
    .map((name) => join(libraries, name, 'AndroidManifest.xml'))
    .filter(existsSync);
  const named = manifests.map((file) => /package="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]);
  return ['com.getcapacitor.android', ...new Set(named.filter((name) => name !== undefined))];
}

/**
 * Compiles manifest and resources.
 *
 * @returns the paths of the package with the resources, the merged manifest and the generated classes
 */
export function compileResources(libraries, output) {
  const manifest = join(output, 'AndroidManifest.xml');
  const resources = join(output, 'resources.ap_');
  const generated = join(output, 'generated');
  mkdirSync(generated, { recursive: true });
  mergeManifest(manifest);
  // The app's own resources come first: they replace those of the libraries.
  const folders = [
    join(app, 'res'),
    join(capacitor, 'res'),
    ...readdirSync(libraries)
      .map((name) => join(libraries, name, 'res'))
      .filter((folder) => existsSync(folder) && readdirSync(folder).length > 0),
  ];
  run('aapt', [
    'package',
    '-f',
    '-m',
    '--auto-add-overlay',
    '-M',
    manifest,
    '-F',
    resources,
    '-J',
    generated,
    '-I',
    frameworkJar(libraries),
    '--extra-packages',
    listPackages(libraries).join(':'),
    '-A',
    join(mobile, 'android/app/src/main/assets'),
    ...folders.flatMap((folder) => ['-S', folder]),
  ]);
  return { manifest, resources, generated };
}

/** Compiles the stubs, Capacitor, and the app against the real framework. Returns the class path with the results. */
export function compileApp(libraries, generated, output) {
  const path = [frameworkJar(libraries), ...listJars(libraries)];
  const java = join(output, 'java');
  const kotlin = join(output, 'kotlin');
  mkdirSync(java, { recursive: true });
  const sources = [
    ...listFiles(join(here, 'stubs'), '.java'),
    ...listFiles(join(capacitor, 'java'), '.java'),
    ...listFiles(generated, '.java'),
  ];
  const list = join(output, 'sources.txt');
  // In a file of arguments, a name that contains a space is quoted.
  writeFileSync(list, sources.map((file) => JSON.stringify(file)).join('\n'));
  run('javac', [
    '-nowarn',
    '-proc:none',
    '-encoding',
    'UTF-8',
    '-parameters',
    '-d',
    java,
    '-cp',
    path.join(':'),
    `@${list}`,
  ]);
  compileKotlin(libraries, join(app, 'java'), [java, ...path], kotlin);
  return [kotlin, java];
}

/** Compiles the tests, and returns the class path with which they run. */
export function compileTests(libraries, appClasses, output) {
  const tests = join(output, 'tests');
  const path = [...appClasses, frameworkJar(libraries), ...listJars(libraries)];
  compileKotlin(libraries, join(here, 'src'), path, tests, [`-Xfriend-paths=${appClasses[0]}`]);
  // Robolectric replaces the framework's classes by those that it has instrumented.
  return [tests, ...appClasses, ...listJars(libraries), frameworkJar(libraries)];
}

function compileKotlin(libraries, sources, path, output, more = []) {
  const compiler = readdirSync(libraries)
    .filter((name) => /^(?:kotlin-|kotlinx-|annotations-13)/.test(name) && name.endsWith('.jar'))
    .map((name) => join(libraries, name));
  run('java', [
    '-Xmx1g',
    '-cp',
    compiler.join(':'),
    'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
    '-no-stdlib',
    '-no-reflect',
    '-jvm-target',
    '17',
    '-progressive',
    '-cp',
    path.join(':'),
    '-d',
    output,
    ...more,
    sources,
  ]);
}

/**
 * Runs the tests under Robolectric.
 *
 * @returns how many have passed and failed, and the output
 */
export function runTests(libraries, classPath, resources, output) {
  const settings = join(output, 'settings/com/android/tools/test_config.properties');
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(
    settings,
    [
      `android_merged_manifest=${resources.manifest}`,
      `android_resource_apk=${resources.resources}`,
      'android_custom_package=app.butaca.mobile',
      '',
    ].join('\n'),
  );
  const frameworks = join(output, 'frameworks');
  mkdirSync(frameworks, { recursive: true });
  const instrumented = `android-all-instrumented-${framework}-i7.jar`;
  cpSync(join(libraries, instrumented), join(frameworks, instrumented));
  const classes = listFiles(join(here, 'src'), 'Test.kt').map((file) =>
    file.slice(join(here, 'src/').length, -'.kt'.length).replaceAll('/', '.'),
  );
  const { status, stdout, stderr } = spawnSync(
    'java',
    [
      '-Xmx2g',
      '-Drobolectric.offline=true',
      `-Drobolectric.dependency.dir=${frameworks}`,
      `-Dbutaca.repository=${join(mobile, '../..')}`,
      '-cp',
      [join(output, 'settings'), ...classPath].join(':'),
      'org.junit.runner.JUnitCore',
      ...classes,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const good = /^OK \((\d+) tests?\)$/m.exec(stdout);
  const bad = /^Tests run: (\d+),\s+Failures: (\d+)$/m.exec(stdout);
  const [count, failed] = good ? [Number(good[1]), 0] : [Number(bad?.[1] ?? 0), Number(bad?.[2] ?? 1)];
  return {
    passed: count - failed,
    failed: status === 0 ? failed : Math.max(1, failed),
    text: stdout + stderr,
  };
}
