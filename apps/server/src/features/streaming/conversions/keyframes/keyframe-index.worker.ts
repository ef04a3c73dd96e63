/** The module that `read-keyframe-index.ts` loads in a worker thread, off the event loop. */
export { readKeyframeIndex } from './keyframe-index.ts';
