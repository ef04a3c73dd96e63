import { isSilence } from '@butaca/contract';
import type { PlaybackFailure } from '@butaca/player';
import { lazy, Suspense, type ComponentType } from 'react';
import { isAdmin } from '../../../../platform/session/session-store.ts';
import { readRefusedConversion } from './conversion-rules.ts';
import { FailurePanel, RetryCountdown } from './failure-panel.tsx';
import { channelSilent, failureSentence, isAdvised, type ShownFailure } from './failure-sentence.ts';

/**
 * How far playback had come when it failed: starting, retrying or playing. Each stage has its own beginning of the
 * error sentence.
 */
export type FailureStage = keyof typeof prefixes;

const prefixes = {
  starting: 'Error al iniciar el reproductor',
  playing: 'Error del reproductor',
  retrying: 'Error al reintentar',
};

/** Loaded only after a failure, to keep the watch page small; if it does not load, the failure's sentence stands alone. */
const FailureAdvice = lazy(() =>
  import('./failure-advice.tsx').then(
    ({ FailureAdvice: loaded }) => ({ default: loaded }),
    () => ({ default: () => <></> }),
  ),
);

/**
 * The failure codes that a retry would not change: those of the person's plan, of what was deleted, and of an address that
 * the server cannot open.
 */
const finalCodes: readonly string[] = [
  'plan.required',
  'trial.spent',
  'stream.limit',
  'channel.not_found',
  'video.not_found',
  'upstream.protocol',
];

/** The failure codes of a file that only another player may still play, or of a player outside of the page. */
const unplayable = /^(?:conversion\.(?:missing|impossible)|media\.(?:codec|format)|output\.)/;

interface FatalFailureProps {
  failure: PlaybackFailure;
  /** Why the last press of «Reintentar» got no new stream URL. */
  retryFailure?: ShownFailure | undefined;
  stage: FailureStage;
  /** How many automatic retries were made because the server's video converter was busy. */
  waits: number;
  onRetry: () => void;
  /** Retries playback after the countdown for the busy video converter has ended. */
  onWaited: () => void;
  streamLimit: ComponentType<{ onFree: () => void }>;
  appsHint?: ComponentType<{ code: string }> | undefined;
  isChannel?: boolean | undefined;
  onNextChannel?: (() => void) | undefined;
  onBack: () => void;
}

/**
 * Says in place of the video why playback failed for good, and offers what the person can do: retry, wait, stop another
 * device, leave. An administrator also reads what to change, where something can be.
 */
export function FatalFailure(props: FatalFailureProps) {
  const {
    failure,
    retryFailure,
    waits,
    onRetry,
    onWaited,
    streamLimit: StreamLimit,
    appsHint: AppsHint,
    onBack,
  } = props;
  const own = { code: failure.code, sentence: failureSentence(failure) };
  const { code, sentence } = retryFailure ?? own;
  const isOwn = retryFailure === undefined;
  if (isOwn && code === 'stream.limit') return <StreamLimit onFree={onRetry} />;
  const isStopped = isOwn && code === 'stream.stopped';
  const refused = isOwn ? readRefusedConversion(failure, waits) : undefined;
  const canRetry = refused?.canRetry ?? !finalCodes.includes(code);
  const retryAfterMs = isOwn ? failure.retryAfterMs : undefined;
  const hasAdvice = isAdmin() ? isAdvised({ code }) : code === 'upstream.busy' && retryAfterMs !== undefined;
  const stated = isStopped || refused !== undefined ? sentence : `${prefixes[props.stage]}: ${sentence}`;
  // A channel that its provider no longer has would not answer later either.
  const isSilent = props.isChannel === true && code !== 'upstream.gone' && isSilence(code);
  const more =
    refused?.waitMs !== undefined ? (
      <RetryCountdown waitMs={refused.waitMs} onOver={onWaited} />
    ) : (
      hasAdvice && (
        <Suspense fallback={null}>
          <FailureAdvice code={code} retryAfterMs={retryAfterMs} />
        </Suspense>
      )
    );
  const reason = isSilent ? (
    <>
      {stated} {more}
    </>
  ) : (
    more
  );
  return (
    <FailurePanel
      sentence={isSilent ? channelSilent : stated}
      reason={
        AppsHint !== undefined && unplayable.test(code) ? (
          <>
            {reason}
            <Suspense fallback={null}>
              <AppsHint code={code} />
            </Suspense>
          </>
        ) : (
          reason
        )
      }
      onNext={props.onNextChannel}
      retryLabel={isStopped ? 'Ver aquí' : undefined}
      onRetry={canRetry ? onRetry : undefined}
      onBack={onBack}
    />
  );
}
