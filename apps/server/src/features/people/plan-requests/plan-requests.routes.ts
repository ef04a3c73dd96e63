import {
  grantPlanRequest,
  listPlanRequests,
  readPlan,
  rejectPlanRequest,
  reopenPlanRequest,
  requestPlan,
  withdrawPlanRequest,
  type OwnPlanRequest,
  type PlanKey,
  type PlanRequest,
} from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { v7 as newId } from 'uuid';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { PlanRequestRow, PlanRequestsRepository } from './plan-requests.repository.ts';

export type PlanRequestSession = Pick<Session, 'accountId' | 'username' | 'role' | 'plan'>;

export interface PlanRequestsNeeds {
  repository: PlanRequestsRepository;
  /** Whether the page of plans shows a plan. */
  isOffered(plan: PlanKey): Promise<boolean>;
}

/** Serves the viewers' requests for another plan, and the administrators' decisions on them. */
export function servePlanRequests(
  serve: ServeEndpoint<PlanRequestSession>,
  { repository, isOffered }: PlanRequestsNeeds,
): void {
  serve(requestPlan, async ({ body: { plan } }, { session, log }) => {
    const { accountId, role } = session;
    const currentPlan = readPlan(session.plan);
    if (role === 'admin') throw new AppError('planrequest.needless');
    if (plan === currentPlan) throw new AppError('planrequest.current');
    if (!(await isOffered(plan))) throw new AppError('planrequest.not_offered');
    const row = await repository.add({ id: newId(), accountId, plan, currentPlan });
    if (row === undefined) throw new AppError('planrequest.open');
    log.info({ accountId, plan }, 'plan requested');
    return {
      message: 'Plan pedido. Lo tendrás en cuanto un administrador acepte tu petición.',
      request: toOwnRequest(row),
    };
  });

  serve(withdrawPlanRequest, async (_request, { session: { accountId } }) => {
    if (!(await repository.withdraw(accountId))) throw new AppError('planrequest.not_found');
    return { message: 'Petición retirada.' };
  });

  serve(listPlanRequests, async ({ query: { page, limit } }) => {
    const { rows, total, waiting } = await repository.listPage({ offset: (page - 1) * limit, limit });
    return { requests: rows.map(toRequest), page, totalPages: Math.ceil(total / limit), total, waiting };
  });

  serve(grantPlanRequest, async ({ params: { id } }, { session }) =>
    toRequest(await repository.grant(id, actorOf(session))),
  );
  serve(rejectPlanRequest, async ({ params: { id } }, { session }) =>
    toRequest(await repository.reject(id, actorOf(session))),
  );
  serve(reopenPlanRequest, async ({ params: { id } }, { session }) =>
    toRequest(await repository.reopen(id, actorOf(session))),
  );
}

const actorOf = ({ accountId, username }: PlanRequestSession): Actor => ({ accountId, username });

export const toOwnRequest = (row: Pick<PlanRequestRow, 'plan' | 'state' | 'created_at'>): OwnPlanRequest => ({
  plan: readPlan(row.plan),
  state: row.state,
  createdAt: row.created_at.toISOString(),
});

const toRequest = (row: PlanRequestRow): PlanRequest => ({
  _id: row.id,
  userId: row.account_id,
  username: row.username,
  currentPlan: readPlan(row.current_plan),
  plan: readPlan(row.plan),
  state: row.state,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by,
});
