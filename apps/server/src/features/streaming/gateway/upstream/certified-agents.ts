/**
 * The connections to origins at which an administrator allows certificates that no authority vouches for. A permission that is
 * withdrawn ends all connections that were made under it, with what is being received over them.
 */
import type { Agent } from 'undici';
import type { Cancel, Clock } from '../../../../platform/clock.ts';
import { CertificateRefusedError, type FindCertificates } from './server-certificate.ts';

export interface CertifiedAgents {
  /** Finds the agent that all requests to an origin share; the certificates are those that are allowed there now. */
  shared(origin: string, certificates: readonly string[]): Agent;
  /** Makes an agent for one request, which `end` has to end. */
  own(origin: string, certificates: readonly string[]): Agent;
  /** Ends an agent when what it is receiving has come to its end; it gets no further request. */
  end(agent: Agent): void;
  /** Ends all connections. */
  destroy(): Promise<void>;
}

interface Permission {
  origin: string;
  certificates: readonly string[];
}

/**
 * @param needs.create - makes an agent that accepts the given certificates besides valid ones
 * @param needs.recheckMs - how often it is looked whether a permission was withdrawn, while there are such connections
 */
export function createCertifiedAgents(needs: {
  create(certificates: readonly string[]): Agent;
  findCertificates: FindCertificates | undefined;
  clock: Pick<Clock, 'every'>;
  recheckMs: number;
}): CertifiedAgents {
  const { create, findCertificates, clock, recheckMs } = needs;
  const usual = create([]);
  const sharedByOrigin = new Map<string, Agent>();
  /** Under which permission the connections of an agent were made, until the last one has ended. */
  const permissions = new Map<Agent, Permission>();
  /** All agents that have not ended but the usual one. */
  const open = new Set<Agent>();
  let cancel: Cancel | undefined;

  function make(origin: string, certificates: readonly string[]): Agent {
    const agent = create(certificates);
    open.add(agent);
    if (certificates.length === 0) return agent;
    permissions.set(agent, { origin, certificates });
    cancel ??= clock.every(recheckMs, () => void endWithdrawn());
    return agent;
  }

  function forget(agent: Agent): void {
    open.delete(agent);
    permissions.delete(agent);
    if (permissions.size > 0) return;
    cancel?.();
    cancel = undefined;
  }

  function leave(agent: Agent, ending: Promise<void>): void {
    const { origin = '' } = permissions.get(agent) ?? {};
    if (sharedByOrigin.get(origin) === agent) sharedByOrigin.delete(origin);
    const ended = () => forget(agent);
    ending.then(ended, ended);
  }

  const end = (agent: Agent): void => leave(agent, agent.close());
  const cut = (agent: Agent): void => leave(agent, agent.destroy(withdrawn()));

  async function endWithdrawn(): Promise<void> {
    for (const [agent, { origin, certificates }] of permissions) {
      // A fault of this server withdraws nothing.
      const allowed = await findCertificates?.(origin).catch(() => certificates);
      if (!isWithin(certificates, allowed ?? [])) cut(agent);
    }
  }

  return {
    shared(origin, certificates) {
      const known = sharedByOrigin.get(origin);
      if (known !== undefined) {
        const { certificates: before = [] } = permissions.get(known) ?? {};
        if (isWithin(before, certificates) && isWithin(certificates, before)) return known;
        if (isWithin(before, certificates)) end(known);
        else cut(known);
      }
      if (certificates.length === 0) return usual;
      const made = make(origin, certificates);
      sharedByOrigin.set(origin, made);
      return made;
    },
    own: make,
    end,
    async destroy() {
      cancel?.();
      await Promise.all([usual, ...open].map((each) => each.destroy()));
    },
  };
}

const withdrawn = (): CertificateRefusedError => new CertificateRefusedError(undefined, 'WITHDRAWN');

const isWithin = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((each) => all.includes(each));
