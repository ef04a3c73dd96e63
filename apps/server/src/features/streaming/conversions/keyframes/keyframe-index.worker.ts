/**
 * The module that a worker thread loads to read the keyframe index of a film off the event loop; see
 * `read-keyframe-index.ts`.
 */
export { readKeyframeIndex } from './keyframe-index.ts';
