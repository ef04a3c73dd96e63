export { fileBytes, segmentBytes } from './fake-upstream-paths.ts';
export * from './fake-upstream.ts';
