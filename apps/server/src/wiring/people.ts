import { accountsFeature } from '../features/people/accounts/index.ts';
import { activationFeature } from '../features/people/activation/index.ts';
import { devicesFeature } from '../features/people/devices/index.ts';
import { planRequestsFeature } from '../features/people/plan-requests/index.ts';
import { plansFeature } from '../features/people/plans/index.ts';
import { playingFeature } from '../features/people/playing/index.ts';
import { secondFactorFeature } from '../features/people/second-factor/index.ts';
import { createTrialDay, trialFeature } from '../features/people/trial/index.ts';
import type { ServeEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Session } from '../shared/session.ts';
import type { SettingsFeature } from '../features/operations/settings/index.ts';
import type { AppBase } from './app-base.ts';

export type People = ReturnType<typeof wirePeople>;

/** Creates the features of people: accounts, second factors, devices, plans, free trials, and playing devices. */
export function wirePeople(base: AppBase, settings: Pick<SettingsFeature, 'newAccountPlan'>) {
  const { config, db, clock, log, items, store, limits, guessGuards } = base;
  const devices = devicesFeature({ db, clock, log, store });
  const secondFactor = secondFactorFeature({ db, clock, guessGuards });
  const accounts = accountsFeature({
    db,
    clock,
    sessions: devices,
    secondFactors: secondFactor,
    registration: config.registration,
    newAccountPlan: settings.newAccountPlan,
    limits,
    guessGuards,
    loginAttemptsPerMinute: config.loginAttemptsPerMinute,
    registrationsPerDay: config.registrationsPerDay,
    publicUrl: config.publicUrl,
    host: config.host,
    passwordCost: base.passwordCost,
  });
  const activation = activationFeature({
    db,
    clock,
    sessions: devices,
    accounts,
    secondFactors: secondFactor,
    limits,
  });
  const plans = plansFeature({ db, onChanged: devices.forgetAll });
  const planRequests = planRequestsFeature({
    db,
    changePlan: accounts.choosePlan,
    isOffered: async (plan) =>
      (await plans.listOffers()).some(({ key, isHidden }) => key === plan && !isHidden),
  });
  const trial = trialFeature({
    db,
    clock,
    minutesPerDay: config.trialMinutesPerDay,
    timeZone: config.timeZone,
    leadSeconds: base.trialLeadSeconds,
    store,
  });
  const playing = playingFeature({
    clock: base.streamClock,
    store,
    names: { deviceName: devices.nameOf, itemTitle: items.titleOf },
  });

  return {
    devices,
    accounts,
    trial,
    playing,
    plans,
    planRequests,
    /**
     * Returns the day in the time zone of the operator (who runs the server), to which free trials and budgets of model
     * calls are charged.
     */
    dayOf: createTrialDay(config.timeZone),
    routes(serve: ServeEndpoint<Session>): void {
      accounts.routes(serve);
      activation.routes(serve);
      secondFactor.routes(serve, { accounts, sessions: devices });
      devices.routes(serve, accounts);
      plans.routes(serve);
      planRequests.routes(serve);
      playing.routes(serve);
    },
  };
}
