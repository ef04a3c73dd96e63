/* Notices while the page is closed, as one file that is loaded when something of it is needed. */
export { PushOffer } from './push-offer.tsx';
export { PushSwitch } from './push-switch.tsx';
export { renewPush } from './push.queries.ts';
