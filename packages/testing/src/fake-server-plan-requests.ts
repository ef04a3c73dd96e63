import {
  liveTvSection,
  planKeys,
  plansForItem,
  sectionOf,
  type PlanKey,
  type PlanOpening,
  type PlanRequest,
} from '@butaca/contract';
import { keepAct, listFakePlans } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import type { FakeMemory, FakePlanRequest } from './fake-server-memory.ts';

type PlanRequestRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/${'plans' | 'admin/plan-requests' | 'admin/plans/openings'}${string}`
>;

const planOf = (memory: FakeMemory, userId: string): PlanKey => memory.accounts.get(userId)?.plan ?? 'gplay';

const view = (memory: FakeMemory, request: FakePlanRequest): PlanRequest => {
  const { planBefore: _planBefore, ...shown } = request;
  return {
    ...shown,
    username: memory.accounts.get(request.userId)?.username ?? request.userId,
    currentPlan: planOf(memory, request.userId),
  };
};

function findRequest({ memory }: FakeCaller, id: string): FakePlanRequest {
  const found = memory.planRequests.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('planrequest.not_found');
  return found;
}

function decide(caller: FakeCaller, id: string, state: 'granted' | 'rejected'): PlanRequest {
  const request = findRequest(caller, id);
  const account = caller.memory.accounts.get(request.userId);
  if (request.state !== 'open') throw new FakeRefusal('planrequest.decided');
  Object.assign(request, {
    state,
    planBefore: account?.plan ?? null,
    decidedAt: new Date().toISOString(),
    decidedBy: personOf(caller).username,
  });
  if (state === 'granted' && account !== undefined) account.plan = request.plan;
  keepAct(caller, state === 'granted' ? 'user.plan' : 'plan_request.reject', account?.username ?? '');
  return view(caller.memory, request);
}

const plansOfChannel = ({ requiresPlan }: FakeMemory['channels'][number]) =>
  plansForItem(requiresPlan, liveTvSection);
const plansOfVideo = (video: FakeMemory['videos'][number]) =>
  plansForItem(video.requiresPlan, sectionOf(video));

/** What a plan opens of the fake catalogue, and the titles and channels that it opens. */
function openedBy({ channels, videos }: FakeMemory, key: PlanKey) {
  const opened = {
    channels: channels.filter((channel) => plansOfChannel(channel).includes(key)),
    videos: videos.filter((video) => plansOfVideo(video).includes(key)),
  };
  const areas = [
    { key: 'tv', name: 'TV en Vivo', open: opened.channels.length, total: channels.length },
    { key: 'pelicula', name: 'Películas', open: opened.videos.length, total: videos.length },
  ];
  return { ...opened, areas: areas.filter(({ total }) => total > 0) };
}

/** Whether two plans open the same titles and channels of the fake catalogue. */
const areAlike = ({ channels, videos }: FakeMemory, one: PlanKey, other: PlanKey): boolean =>
  [...channels.map(plansOfChannel), ...videos.map(plansOfVideo)].every(
    (plans) => plans.includes(one) === plans.includes(other),
  );

/**
 * The plans that the page of plans shows: those that open something, of those that open the same only one, but every
 * plan with a name or a price of the operator's.
 *
 * @param kept - plans that are shown in any case
 */
function chooseFakePlans(memory: FakeMemory, kept: readonly PlanKey[]) {
  const isOwnOffer = ({ name, price }: { name: string; price: string }): boolean =>
    name !== '' || price !== '';
  const opensSome = (key: PlanKey): boolean => {
    const { channels, videos, areas } = openedBy(memory, key);
    return areas.length === 0 || channels.length + videos.length > 0;
  };
  const offered = listFakePlans(memory)
    .filter(
      (plan) => kept.includes(plan.key) || (!plan.isHidden && (isOwnOffer(plan) || opensSome(plan.key))),
    )
    .toSorted((a, b) => a.position - b.position);
  const isFirst = (plan: (typeof offered)[number]): boolean => kept.includes(plan.key) || isOwnOffer(plan);
  return offered.filter(
    (plan, place) =>
      isFirst(plan) ||
      !offered.some(
        (other, otherPlace) =>
          other !== plan && areAlike(memory, other.key, plan.key) && (isFirst(other) || otherPlace < place),
      ),
  );
}

function listOpenings(memory: FakeMemory): PlanOpening[] {
  return planKeys.map((key) => {
    const { channels, videos, areas } = openedBy(memory, key);
    return {
      key,
      open: channels.length + videos.length,
      total: memory.channels.length + memory.videos.length,
      areas,
      alike: planKeys.filter((other) => other !== key && areAlike(memory, key, other)),
    };
  });
}

const isOpen = ({ state }: FakePlanRequest): boolean => state === 'open';

/** The fake server's API routes for the page of plans and for requests of plans. */
export const planRequestRoutes: Pick<FakeRoutes, PlanRequestRoute> = {
  'GET /api/plans': (_request, caller) => {
    const { memory } = caller;
    const { username, role, plan: current } = personOf(caller);
    if (username === 'vacio') return { current, plans: [], request: null };
    const own = memory.planRequests.find(({ userId }) => userId === username.toLowerCase());
    const isSettled = own === undefined || own.state === 'granted' || own.plan === current;
    return {
      current,
      plans: chooseFakePlans(memory, [
        ...(role === 'admin' ? [] : [current]),
        ...(own !== undefined && !isSettled && isOpen(own) ? [own.plan] : []),
      ]).map(({ key, name, productName, price, maxStreams }) => {
        const { channels, videos, areas } = openedBy(memory, key);
        return {
          key,
          name: name || productName,
          price,
          maxStreams,
          areas,
          samples: [
            ...videos.slice(0, 6).map(({ _id, title, thumbnail }) => ({
              kind: 'video' as const,
              _id,
              title,
              image: thumbnail,
              colour: null,
            })),
            ...channels.slice(0, 6).map(({ _id, name: title, logo, colour }) => ({
              kind: 'channel' as const,
              _id,
              title,
              image: logo,
              colour,
            })),
          ],
        };
      }),
      request: isSettled ? null : { plan: own.plan, state: own.state, createdAt: own.createdAt },
    };
  },
  'GET /api/admin/plans/openings': (_request, { memory }) => listOpenings(memory),
  'POST /api/plans/request': ({ body: { plan } }, caller) => {
    const { memory } = caller;
    const account = personOf(caller);
    const userId = account.username.toLowerCase();
    if (account.role === 'admin') throw new FakeRefusal('planrequest.needless');
    if (plan === account.plan) throw new FakeRefusal('planrequest.current');
    if (memory.planOffers[plan].isHidden) throw new FakeRefusal('planrequest.not_offered');
    const before = memory.planRequests.find((each) => each.userId === userId);
    if (before !== undefined && isOpen(before) && before.plan !== account.plan)
      throw new FakeRefusal('planrequest.open');
    memory.planRequests = memory.planRequests.filter((each) => each !== before);
    const request: FakePlanRequest = {
      _id: `peticion-${memory.lastPlanRequest + 1}`,
      userId,
      plan,
      planBefore: null,
      state: 'open',
      createdAt: new Date().toISOString(),
      decidedAt: null,
      decidedBy: null,
    };
    memory.lastPlanRequest += 1;
    memory.planRequests.push(request);
    return {
      message: 'Plan pedido. Lo tendrás en cuanto un administrador acepte tu petición.',
      request: { plan, state: 'open', createdAt: request.createdAt },
    };
  },
  'DELETE /api/plans/request': (_request, caller) => {
    const { memory } = caller;
    const userId = personOf(caller).username.toLowerCase();
    const left = memory.planRequests.filter((each) => !(each.userId === userId && isOpen(each)));
    if (left.length === memory.planRequests.length) throw new FakeRefusal('planrequest.not_found');
    memory.planRequests = left;
    return { message: 'Petición retirada.' };
  },
  'GET /api/admin/plan-requests': ({ query: { page, limit } }, { memory }) => {
    const listed = memory.planRequests.filter(
      (request) => !isOpen(request) || planOf(memory, request.userId) !== request.plan,
    );
    const requests = [...listed.filter(isOpen), ...listed.filter((request) => !isOpen(request))];
    return {
      requests: requests.slice((page - 1) * limit, page * limit).map((request) => view(memory, request)),
      page,
      totalPages: Math.ceil(requests.length / limit),
      total: requests.length,
      waiting: listed.filter(isOpen).length,
    };
  },
  'POST /api/admin/plan-requests/:id/grant': ({ params: { id } }, caller) => decide(caller, id, 'granted'),
  'POST /api/admin/plan-requests/:id/reject': ({ params: { id } }, caller) => decide(caller, id, 'rejected'),
  'POST /api/admin/plan-requests/:id/reopen': ({ params: { id } }, caller) => {
    const request = findRequest(caller, id);
    const account = caller.memory.accounts.get(request.userId);
    if (isOpen(request)) throw new FakeRefusal('planrequest.not_decided');
    if (request.state === 'granted' && account?.plan !== request.plan)
      throw new FakeRefusal('resource.conflict');
    if (request.state === 'granted' && account !== undefined && request.planBefore !== null)
      account.plan = request.planBefore;
    Object.assign(request, { state: 'open', planBefore: null, decidedAt: null, decidedBy: null });
    keepAct(caller, 'plan_request.reopen', account?.username ?? '');
    return view(caller.memory, request);
  },
};
