import { planNames, readPlan, type AccessDenied } from '@butaca/contract';
import { Badge, Button, Dialog, Picture, ProgressBar } from '@butaca/ui';
import type { CSSProperties, ReactNode } from 'react';
import { counted } from '../../platform/counted.ts';
import { PlansDoor } from './plans-door.tsx';
import './premium-dialog.css';

interface PremiumDialogProps {
  /**
   * What the server said about the plan that the person lacks for a video or channel; the dialog that shows it is open
   * while this is set.
   */
  denied: AccessDenied;
  /** An image of the requested video or channel: a poster or a logo. */
  art?: ReactNode;
  /** Called when the dialog about a missing plan is closed, by «Cancelar», «Entendido», the cross or Escape. */
  onClose: () => void;
  /**
   * Called by «Usar Prueba Gratuita» (the daily trial), which is shown only while the account has trial minutes left
   * today.
   */
  onUseTrial: () => void;
}

/**
 * The dialog shown when a person's plan does not open a video or channel: names the plans that do, and offers the daily
 * trial (some minutes of free viewing) if the account has minutes left.
 *
 * @see docs/requisitos.md, R2.58 and R4.7
 */
export function PremiumDialog({ denied, art, onClose, onUseTrial }: PremiumDialogProps) {
  const hasTrial = denied.trialMinutesRemaining > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={denied.title}
      size="lg"
      art={art}
      description={
        <>
          <p>{denied.message}</p>
          <p className="denied__more">{denied.upgradeMessage}</p>
          {hasTrial || denied.trialMessage === '' ? null : (
            <p className="denied__more">{denied.trialMessage}</p>
          )}
        </>
      }
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant={hasTrial ? 'line' : 'primary'} onClick={onClose}>
            Entendido
          </Button>
          {hasTrial ? (
            <Button variant="primary" onClick={onUseTrial}>
              Usar Prueba Gratuita
            </Button>
          ) : null}
        </>
      }
    >
      <dl className="denied__plans">
        <dt>Tu plan actual</dt>
        <dd>
          <Badge tone="line">{planNames[readPlan(denied.currentPlan)]}</Badge>
        </dd>
        <dt>Planes requeridos</dt>
        <dd>
          {denied.requiredPlans.map((plan) => (
            <Badge key={plan} tone="plan">
              {planNames[readPlan(plan)]}
            </Badge>
          ))}
        </dd>
      </dl>
      <PlansDoor />
      {hasTrial ? <TrialLeft denied={denied} /> : null}
    </Dialog>
  );
}

function TrialLeft({ denied }: { denied: AccessDenied }) {
  const { trialMinutesRemaining: left, trialUsedToday: used, trialMessage } = denied;
  return (
    <div className="denied__trial">
      <b className="denied__minutes">
        {left}
        <small>min</small>
      </b>
      <div>
        {trialMessage === ''
          ? `Te ${left === 1 ? 'queda' : 'quedan'} ${counted(left, 'minuto', 'minutos')} de prueba hoy. Ya usaste ${used}.`
          : trialMessage}
        <ProgressBar label="Prueba de hoy que queda" hideLabel value={(left / (left + used)) * 100} />
      </div>
    </div>
  );
}

/**
 * The image of a channel in the dialog about a missing plan: the channel's logo on its colour, or a drawing of its
 * name.
 */
export function LogoArt({
  name,
  logoUrl,
  colour,
}: {
  name: string;
  logoUrl?: string | undefined;
  colour?: string | undefined;
}) {
  const tint = colour === undefined ? undefined : ({ '--tint': colour } as CSSProperties);
  return (
    <div className="denied__art" style={tint}>
      <Picture name={name} shape="wide" url={logoUrl} />
    </div>
  );
}
