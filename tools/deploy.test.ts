import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from './paths.mjs';
import { isInstalled } from './shells.mjs';

const run = promisify(execFile);
const read = (...parts: string[]): Promise<string> => readFile(inRoot(...parts), 'utf8');

interface Service {
  image?: string;
  mem_limit?: string;
  init?: boolean;
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  command?: string | string[];
  healthcheck?: { test: string[] };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    accessModes?: string[];
    publishNotReadyAddresses?: boolean;
    template?: { spec: { shareProcessNamespace?: boolean; containers: Container[]; volumes: PodVolume[] } };
  };
}
interface Container {
  volumeMounts: { name: string; mountPath: string }[];
  [probe: `${string}Probe`]: { timeoutSeconds?: number };
}
interface PodVolume {
  name: string;
  persistentVolumeClaim?: { claimName: string };
}

const readCompose = async (name: string): Promise<Compose> =>
  parse(await read('deploy', name), { merge: true }) as Compose;
const readManifests = async (name: string): Promise<Manifest[]> =>
  parseAllDocuments(await read('deploy', 'kubernetes', name)).map((document) => document.toJS() as Manifest);
const serversOf = ({ services }: Compose): Service[] =>
  Object.values(services).filter(({ environment }) => environment?.['DATABASE_URL'] !== undefined);

describe('compose files', () => {
  it('give all of several servers one folder for what they share', async () => {
    const compose = await readCompose('compose.cluster.yaml');
    const servers = serversOf(compose);
    expect(servers).toHaveLength(2);
    for (const { environment = {}, volumes = [] } of servers) {
      expect(environment['REDIS_URL']).toBeDefined();
      expect(volumes).toContain(`shared:${environment['SHARED_DIR']}`);
    }
    expect(Object.keys(compose.volumes)).toContain('shared');
    expect(await read('deploy', 'Dockerfile')).toContain('chown node:node /data /shared');
  });

  it.each(['compose.yaml', 'compose.cluster.yaml'])(
    '%s gives its servers every variable of .env, and others that exist',
    async (name) => {
      const known = (await read('.env.example')).match(/^#[A-Z_]+(?==)/gm) ?? [];
      for (const { env_file: file, environment = {} } of serversOf(await readCompose(name))) {
        expect(file).toBe('.env');
        expect(known).toEqual(expect.arrayContaining(Object.keys(environment).map((key) => `#${key}`)));
      }
    },
  );
});

it.each(['compose.yaml', 'compose.cluster.yaml'])('%s has no password on a command line', async (name) => {
  for (const { command = [], healthcheck } of Object.values((await readCompose(name)).services)) {
    expect([command, healthcheck?.test ?? []].flat().join(' ')).not.toMatch(/\$\{[A-Z_]*PASSWORD/);
  }
});

it.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s names exact versions of images and limits the memory of each service',
  async (name) => {
    for (const { image, mem_limit: memory } of Object.values((await readCompose(name)).services)) {
      // What is built here is named by its folder; versions of PostgreSQL have two numbers.
      if (image !== undefined) expect(image).toMatch(/^(?:postgres:\d+\.\d+|\w+:\d+\.\d+\.\d+)-bookworm$/);
      expect(memory).toMatch(/^\d+[mg]$/);
    }
    const bases = (await read('deploy', 'Dockerfile')).match(/^FROM \S+/gm) ?? [];
    for (const base of bases) expect(base).toMatch(/^FROM node:\d+\.\d+\.\d+-bookworm-slim$/);
  },
);

it.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s connects its servers as a role that is not the superuser, and gives the superuser no password',
  async (name) => {
    const compose = await readCompose(name);
    const { environment = {}, volumes = [] } = compose.services['postgres'] ?? {};
    const script = 'create-role.sh:/docker-entrypoint-initdb.d/create-role.sh:ro';
    expect(volumes).toContain(`./postgres/${script}`);
    const sql = await read('deploy', 'postgres', 'create-role.sh');
    for (const { environment: own } of serversOf(compose)) {
      const { username, pathname } = new URL(own?.['DATABASE_URL'] ?? '');
      expect(username).not.toBe(environment['POSTGRES_USER']);
      expect(sql).toContain(`create role ${username} login nosuperuser nocreatedb nocreaterole`);
      expect(sql).toContain(`create database ${pathname.slice(1)} owner ${username};`);
    }
    expect(sql).toContain(`alter role ${environment['POSTGRES_USER']} password null;`);
  },
);

it('only nginx and Prometheus reach the servers in Kubernetes, which trust what nginx says', async () => {
  const policy = (await readManifests('butaca.yaml')).find(({ kind }) => kind === 'NetworkPolicy');
  expect(policy?.spec).toMatchObject({
    podSelector: { matchLabels: { app: 'butaca' } },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [
          { podSelector: { matchLabels: { app: 'butaca-nginx' } } },
          { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } } },
        ],
      },
    ],
  });
});

it('servers in containers are not process 1, which their own watchdog could not end', async () => {
  for (const name of ['compose.yaml', 'compose.cluster.yaml'])
    for (const { init } of serversOf(await readCompose(name))) expect(init).toBe(true);
  const manifests = await readManifests('butaca.yaml');
  const set = manifests.find(({ kind }) => kind === 'StatefulSet');
  expect(set?.spec.template?.spec.shareProcessNamespace).toBe(true);
});

describe('manifests of Kubernetes', () => {
  it('give all servers one folder that several machines can write', async () => {
    const manifests = await readManifests('butaca.yaml');
    const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
    const { containers = [], volumes = [] } = find('StatefulSet')?.spec.template?.spec ?? {};
    const folder = find('ConfigMap')?.data?.['SHARED_DIR'];
    const mount = containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === folder);
    const claim = volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim?.claimName;
    const disk = find('PersistentVolumeClaim');
    expect([disk?.metadata.name, disk?.spec.accessModes]).toEqual([claim, ['ReadWriteMany']]);
  });

  it('name servers that are starting, and give their probes as long as a slow database may take', async () => {
    const manifests = await readManifests('butaca.yaml');
    expect(manifests.find(({ kind }) => kind === 'Service')?.spec.publishNotReadyAddresses).toBe(true);
    const [container] = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
      expect(container?.[probe]).toMatchObject({ timeoutSeconds: 2 });
  });
});

describe('nginx', () => {
  it('has the same groups of servers in containers as elsewhere, except that names are looked up again', async () => {
    const blocksOf = (text: string): string[] => text.match(/^upstream [\s\S]*?^\}/gm) ?? [];
    const elsewhere = blocksOf(await read('deploy', 'nginx', 'servers.conf'));
    const inContainers = blocksOf(await read('deploy', 'nginx', 'servers.conf.template'));
    expect(elsewhere).toHaveLength(2);
    const zones = inContainers.map((block) => / {4}zone (\w+) \d+k;\n/.exec(block)?.[1]);
    expect(zones).toEqual(['butaca', 'butaca_streams']);
    const expected = inContainers.map((block) =>
      block
        .replace(/ {4}zone [^\n]*\n/, '')
        .replaceAll(/\$\{NGINX_SERVER_(\d)\}:3000 resolve /g, 'butaca-$1:3000 '),
    );
    expect(elsewhere).toEqual(expected);
  });

  it.each([
    ['compose', 'deploy/compose.cluster.yaml'],
    ['Kubernetes', 'deploy/kubernetes/nginx.yaml'],
  ])('has a value in %s for each variable of its configuration', async (_where, file) => {
    const templates = await Promise.all(
      ['servers', 'secret'].map((name) => read('deploy', 'nginx', `${name}.conf.template`)),
    );
    const variables = new Set(templates.join('\n').match(/(?<=\$\{)\w+/g));
    // This one is set by the image of nginx, when it is told so.
    variables.delete('NGINX_LOCAL_RESOLVERS');
    const text = await read(file);
    for (const variable of [...variables, 'NGINX_ENTRYPOINT_LOCAL_RESOLVERS'])
      expect(text).toMatch(new RegExp(`${variable}: |name: ${variable}\\b`));
  });
});

it('the image is built without what git ignores, and without the history', async () => {
  const ignored = (await read('.gitignore')).split('\n').filter(Boolean);
  const left = new Set((await read('.dockerignore')).split('\n').map((line) => line.replace('**/', '')));
  const names = ignored
    .map((line) => line.replaceAll(/^\/|\/$/g, ''))
    .map((name) => (name === '.env' ? '.env*' : name));
  expect([...left]).toEqual(expect.arrayContaining([...names, '.git', 'target']));
});

describe.skipIf(!isInstalled('promtool'))('Prometheus', () => {
  it('accepts the eight alert rules and its configuration', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', inRoot('deploy/prometheus/alerts.yaml')]);
    expect(stdout).toContain('SUCCESS: 8 rules found');
    await run('promtool', ['check', 'config', '--syntax-only', inRoot('deploy/prometheus/prometheus.yaml')]);
  });

  it('alerts when a server is down, has lost the Redis or is strained', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', inRoot('tools/alerts.test.yaml')]);
    expect(stdout).toContain('SUCCESS');
  });
});
