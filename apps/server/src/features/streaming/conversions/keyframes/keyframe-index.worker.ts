/** What `read-keyframe-index.ts` runs off the event loop. */
export { readKeyframeIndex } from './keyframe-index.ts';
