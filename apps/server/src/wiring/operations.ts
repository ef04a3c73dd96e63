import { join } from 'node:path';
import { auditFeature } from '../features/operations/audit/index.ts';
import { backupFeature } from '../features/operations/backup/index.ts';
import { downloadsFeature } from '../features/operations/downloads/index.ts';
import { healthFeature } from '../features/operations/health/index.ts';
import { importsFeature } from '../features/operations/imports/index.ts';
import { providersFeature } from '../features/operations/providers/index.ts';
import { statsFeature } from '../features/operations/stats/index.ts';
import { leaseMs } from '../features/people/playing/index.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { ServeEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Session } from '../shared/session.ts';
import type { AppBase } from './app-base.ts';
import type { People } from './people.ts';
import type { Streaming } from './streaming.ts';

/** How much of a stream tells that a provider delivers it, and how long that may take. */
const firstBytes = { limitBytes: 16_384, withinMs: 10_000, isEnough: (bytes: Buffer) => bytes.length > 0 };

/**
 * Creates the administrators' features (imports, providers, backups, the audit log and statistics), the downloads that the operator
 * offers, and the health endpoints for monitoring.
 */
export function wireOperations(
  base: AppBase,
  { people, streaming: { conversions, gateway } }: { people: People; streaming: Streaming },
) {
  const { config, database, db, clock, log, version, items, closing } = base;
  const basics = { db, clock, log };
  const health = closing.use(healthFeature({ ...basics, store: base.store }));
  const stats = statsFeature({
    ...basics,
    version,
    dayOf: people.dayOf,
    longestGapMs: leaseMs,
    deviceName: people.devices.nameOf,
    itemTitle: items.titleOf,
    trialsToday: people.trial.usedToday,
    converterState() {
      const { converter, since } = conversions.converterState();
      const isReady = typeof converter === 'object';
      return {
        state: isReady ? ('ready' as const) : (converter ?? ('missing' as const)),
        since: since.toISOString(),
        version: isReady ? converter.version : '',
        confinement: isReady ? converter.confinement.kind : null,
        encoders: isReady ? conversions.encoderStates() : [],
      };
    },
    isStoreDivided: health.isStoreDivided,
    playing: people.playing,
  });
  closing.use(stats);
  people.playing.onPlaying(stats.notePlaying);
  const backups = backupFeature({
    db,
    connectionString: database.connectionString,
    dir: join(config.sharedDir, 'backups'),
    isShared: config.sharedDir !== config.dataDir,
    clock,
    confirmPassword: people.accounts.confirmPassword,
    onRestored() {
      version.advance();
      people.devices.forgetAll();
      gateway.end(() => true);
      base.store?.publish({ type: 'streams-ended' });
    },
  });
  const imports = importsFeature({
    db,
    fetchList: gateway.openFile,
    limitBytes: config.uploadLimitBytes,
    openBulkSession: database.openBulkSession,
    version,
    uploadDir: join(config.dataDir, 'uploads'),
    previewDir: join(config.sharedDir, 'uploads'),
    log,
    clock,
  });
  base.store?.onEvent(({ type }) => {
    if (type === 'streams-ended') gateway.end(() => true);
  });
  const providers = providersFeature({
    ...basics,
    version,
    imports,
    confirmPassword: people.accounts.confirmPassword,
    gateway: {
      fetchList: gateway.openFile,
      tryAddress: gateway.tryAddress,
      lookAtCertificate: gateway.lookAtCertificate,
      async tryStream(source) {
        const { bytes } = await gateway.readStart(source, {
          ...firstBytes,
          signal: new AbortController().signal,
        });
        if (bytes.length === 0) throw new AppError('upstream.unreachable');
      },
      readStart: gateway.readStart,
      listUnstableSources: gateway.listUnstableSources,
      countConnections: gateway.countConnections,
      end: (isEnded) => gateway.end(({ itemKey }) => isEnded(itemKey)),
    },
  });
  closing.use(providers);
  const audit = auditFeature({ db, clock });
  const downloads = closing.use(downloadsFeature({ dir: join(config.dataDir, 'descargas') }));

  return {
    audit,
    health,
    stats,
    imports,
    providers,
    backups,
    routes(serve: ServeEndpoint<Session>): void {
      health.routes(serve);
      imports.routes(serve);
      providers.routes(serve);
      audit.routes(serve);
      backups.routes(serve);
      stats.routes(serve);
      downloads.routes(serve);
    },
  };
}

export type Operations = ReturnType<typeof wireOperations>;
