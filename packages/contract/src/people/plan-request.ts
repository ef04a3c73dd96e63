import { z } from 'zod';
import { adminPageSize, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, queryNumber } from '../shared/text.ts';
import { planKeys } from './plan.ts';

const plan = z.enum(planKeys, { error: 'Ese plan no existe.' });

/** The states of a request for a plan: it waits for an administrator, who grants or rejects it. */
export const planRequestStates = ['open', 'granted', 'rejected'] as const;
export type PlanRequestState = (typeof planRequestStates)[number];

/** A viewer's newest request for another plan, as the viewer sees it. Instants are ISO 8601 in UTC. */
export const ownPlanRequestSchema = z.object({
  plan: z.enum(planKeys),
  state: z.enum(planRequestStates),
  createdAt: z.iso.datetime(),
});
export type OwnPlanRequest = z.output<typeof ownPlanRequestSchema>;

/** How many titles or channels of one part of the catalogue («Series», «TV en Vivo») a plan opens, out of how many. */
const planAreaSchema = z.object({
  key: z.string(),
  name: z.string(),
  open: z.number(),
  total: z.number(),
});
export type PlanArea = z.output<typeof planAreaSchema>;

/** A title or channel that a plan opens, as an example: its poster or logo is a path of this server. */
const planSampleSchema = z.object({
  kind: z.enum(['video', 'channel']),
  _id: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  colour: z.string().nullable(),
});
export type PlanSample = z.output<typeof planSampleSchema>;

/**
 * A plan on the page of plans. `samples` begin with what the plan opens and the plan before it does not.
 */
export const offeredPlanSchema = z.object({
  key: z.enum(planKeys),
  name: z.string(),
  price: z.string(),
  maxStreams: z.number(),
  areas: z.array(planAreaSchema),
  samples: z.array(planSampleSchema),
});
export type OfferedPlan = z.output<typeof offeredPlanSchema>;

export const listOfferedPlans = defineEndpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'user',
  summary:
    'The plans that the operator offers, in the operator’s order, with what each opens of this catalogue; the person’s plan and newest request.',
  input: {},
  output: z.object({
    current: z.enum(planKeys),
    plans: z.array(offeredPlanSchema),
    request: ownPlanRequestSchema.nullable(),
  }),
});

/**
 * What a plan opens of the present catalogue: in all (`open` of `total` titles and channels) and of each part of it.
 * `alike` are the other plans that open exactly the same.
 */
const planOpeningSchema = z.object({
  key: z.enum(planKeys),
  open: z.number(),
  total: z.number(),
  areas: z.array(planAreaSchema),
  alike: z.array(z.enum(planKeys)),
});
export type PlanOpening = z.output<typeof planOpeningSchema>;

export const listPlanOpenings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/plans/openings',
  access: 'admin',
  summary:
    'What each plan opens of the present catalogue, offered or not, from the lowest plan to the highest.',
  input: {},
  output: z.array(planOpeningSchema),
});

export const requestPlan = defineEndpoint({
  method: 'POST',
  path: '/api/plans/request',
  access: 'user',
  summary: 'Asks the administrators for a plan; a person has at most one open request.',
  input: { body: z.object({ plan }) },
  status: 201,
  output: z.object({ message: z.string(), request: ownPlanRequestSchema }),
  errors: ['planrequest.open', 'planrequest.current', 'planrequest.not_offered', 'planrequest.needless'],
});

export const withdrawPlanRequest = defineEndpoint({
  method: 'DELETE',
  path: '/api/plans/request',
  access: 'user',
  summary: 'Takes the person’s open request for a plan back.',
  input: {},
  output: z.object({ message: z.string() }),
  errors: ['planrequest.not_found'],
});

/**
 * A request for a plan as administrators see it. `userId` and `username` name who asked. `currentPlan` is the plan that
 * the person has now. `decidedBy` is the name of the administrator who granted or rejected the request.
 */
export const planRequestSchema = z.object({
  _id: z.string(),
  userId: z.string(),
  username: z.string(),
  currentPlan: z.enum(planKeys),
  plan: z.enum(planKeys),
  state: z.enum(planRequestStates),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
});
export type PlanRequest = z.output<typeof planRequestSchema>;

export const listPlanRequests = defineEndpoint({
  method: 'GET',
  path: '/api/admin/plan-requests',
  access: 'admin',
  summary:
    'Open requests for plans, oldest first, then the decided ones, newest first. `waiting` counts the open ones.',
  input: {
    query: z.object({
      page: queryNumber(1, 1_000_000, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
    }),
  },
  output: z.object({
    requests: z.array(planRequestSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
    waiting: z.number(),
  }),
});

const decided = { params: z.object({ id: idSchema }) };

export const grantPlanRequest = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plan-requests/:id/grant',
  access: 'admin',
  summary: 'Gives the person the plan that they asked for.',
  input: decided,
  output: planRequestSchema,
  errors: ['planrequest.not_found', 'planrequest.decided'],
});

export const rejectPlanRequest = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plan-requests/:id/reject',
  access: 'admin',
  summary: 'Rejects a request for a plan; the person keeps the plan that they have.',
  input: decided,
  output: planRequestSchema,
  errors: ['planrequest.not_found', 'planrequest.decided'],
});

export const reopenPlanRequest = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plan-requests/:id/reopen',
  access: 'admin',
  summary:
    'Takes a decision back: the request is open again, and after a grant the person has the former plan again, unless it was changed since.',
  input: decided,
  output: planRequestSchema,
  errors: ['planrequest.not_found', 'planrequest.not_decided', 'resource.conflict'],
});
