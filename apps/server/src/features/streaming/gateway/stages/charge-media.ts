import { AppError } from '../../../../platform/http/app-error.ts';
import { createCastMeter, isCastFilm, tellCastSegment, type CastListener } from '../delivery/cast-meter.ts';
import { createTrialGate, payForSegment } from '../delivery/trial-gate.ts';
import type { StreamGrants } from '../stream/stream.ts';
import { isContinuous } from './open-request.ts';
import { hasBody } from './require-media.ts';
import { unpaid } from './send-media.ts';
import type { OpenedBytes, OpenedOwn, Payment, StreamRequest } from './stages.ts';

interface Charging {
  grants: StreamGrants;
  onCast: CastListener;
}

/** Charges media to a free trial, and counts what a television gets. @throws AppError such as `trial.spent` */
export function chargeMedia(
  charging: Charging,
  asked: StreamRequest,
  opened: OpenedOwn | OpenedBytes,
): Promise<Payment> {
  return opened.form === 'own' ? chargeOwn(charging, asked, opened) : chargeBytes(charging, asked, opened);
}

async function chargeOwn(
  { grants, onCast }: Charging,
  { sealed, stream }: StreamRequest,
  { answer }: OpenedOwn,
): Promise<Payment> {
  const contentType = answer.headers['content-type'];
  // A channel without an end is in no free trial, and nothing would charge its bytes.
  if (sealed.grant.isTrial && isContinuous(sealed)) throw new AppError('stream.forbidden');
  await payForSegment(grants, sealed, contentType, stream.signal);
  if (isCastFilm(stream.grant)) tellCastSegment(onCast, sealed, contentType);
  return unpaid;
}

async function chargeBytes(
  { grants, onCast }: Charging,
  { stream }: StreamRequest,
  opened: OpenedBytes,
): Promise<Payment> {
  const { sealed, answer } = opened;
  const contentType = answer.headers['content-type'];
  const isMedia = hasBody(opened);
  const gate = isMedia ? createTrialGate(grants, sealed, answer, stream.signal) : undefined;
  if (isMedia) await payForSegment(grants, sealed, contentType, stream.signal);
  if (gate !== undefined && gate.paidBytes() <= 0) await gate.pay();
  // Only what a television reads is reported as playback of a cast film; the person's own browser may read its address, too.
  if (!isCastFilm(stream.grant)) return { gate, meter: undefined };
  if (isMedia) tellCastSegment(onCast, sealed, contentType);
  return { gate, meter: createCastMeter(onCast, sealed, answer) };
}
