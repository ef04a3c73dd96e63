import closeWithGrace from 'close-with-grace';
import { openApp, refuse } from './open-app.ts';
import type { Conversions } from './features/streaming/conversions/index.ts';
import { lacksBufferRoom } from './features/streaming/gateway/index.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import { describeConfinement } from './platform/programs/describe-confinement.ts';
import { isOpenWithoutTls, sayStarted } from './start-report.ts';
import { findUnreadSettings } from './platform/unread-settings.ts';
import { stopOnSignals } from './platform/stop-signals.ts';
import { watchEventLoop } from './platform/watchdog/watch-event-loop.ts';
import { systemClock } from './platform/clock.ts';

/** How long HTTP requests in flight may take to finish once the server is asked to stop, in ms. */
const graceMs = 10_000;

try {
  await start();
} catch (error) {
  refuse(error);
}

async function start(): Promise<void> {
  const startedAtMs = systemClock.steadyMs();
  const opened = await openApp(process.env);
  const { app, config, log } = opened;
  try {
    // The demo is added before the first administrator, because it is only offered to an empty database, and a database
    // with an account is not empty.
    const { demoAccounts, admin } = await opened.setUpAlone(async () => ({
      demoAccounts: config.isDemo ? await app.demo.ensureSeeded(app.demoTargets) : await app.demo.accounts(),
      admin: await app.accounts.ensureAdmin(config.admin),
    }));
    await app.http.listen({ port: config.port, host: config.host });
    const { close } = closeWithGrace(
      { delay: graceMs, logger: log, skip: ['SIGINT', 'SIGTERM'] },
      async ({ err }) => {
        if (err !== undefined) log.fatal({ err }, 'unexpected failure, stopping');
        await opened[Symbol.asyncDispose]();
      },
    );
    stopOnSignals(close);
    await app.startBackgroundWork();
    watchEventLoop(log);
    const converter = await app.conversions.converter();
    void logConverter(app.conversions, log);
    const bound = app.http.server.address();
    const local = `http://localhost:${typeof bound === 'object' && bound !== null ? bound.port : config.port}`;
    sayStarted({
      addresses: config.publicUrl === undefined ? [local] : [config.publicUrl, local],
      isOpenWithoutTls: isOpenWithoutTls(config.host, config.publicUrl),
      database: opened.database,
      converter:
        typeof converter === 'object'
          ? {
              described: `ffmpeg ${converter.version}, ${describeConfinement(converter.confinement.kind)}`,
            }
          : converter,
      admin,
      demoAccounts,
      notices: [
        ...opened.notices,
        ...(await findFullDisk(config)),
        ...findUnreadSettings(process.env, process.cwd()),
      ],
      elapsedMs: systemClock.steadyMs() - startedAtMs,
    });
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

/** Says that live channels cannot be kept, where the disk has no room for them. */
async function findFullDisk({ liveBufferMinutes, dataDir }: Config): Promise<string[]> {
  if (liveBufferMinutes === 0 || !(await lacksBufferRoom(dataDir))) return [];
  return [
    'En el disco de DATA_DIR queda libre menos de un gigabyte o de la décima parte: los canales no se pueden rebobinar.',
  ];
}

/** Logs whether there is a converter, once the machine has answered. */
async function logConverter(conversions: Pick<Conversions, 'whenConverterKnown'>, log: Log): Promise<void> {
  const found = await conversions.whenConverterKnown();
  const confinement = found?.confinement.kind;
  log.info({ ffmpeg: found?.version ?? null, confinement }, found ? 'ffmpeg found' : 'no ffmpeg');
}
