import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the stand-in does when it is to encode a film or a channel: encodes it, fails at once, or fails after three seconds of it. */
export type StandInMode = 'works' | 'fails-at-once' | 'fails-midway';

/** A script in place of ffmpeg on a machine that has a hardware encoder, `h264_vaapi`. */
export interface EncoderStandIn extends AsyncDisposable {
  path: string;
  become(mode: StandInMode): Promise<void>;
}

/** A device that every Linux has and that confined programs do not see otherwise. */
export const standInDevice = '/dev/full';
/** The file that the stand-in leaves in its working folder when it has been used as the hardware encoder. */
export const standInTrace = 'encoded-by-hardware';

/**
 * Makes a script that passes everything on to ffmpeg, but lists a hardware encoder, and where that is asked for, encodes by the
 * processor, provided that it sees the device. In failing it first encodes the trial picture, which comes from `lavfi`.
 */
export async function makeEncoderStandIn(ffmpeg: string): Promise<EncoderStandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-encoder-'));
  // Also the unprivileged user of some confinements has to reach the script.
  await chmod(folder, 0o755);
  const path = join(folder, 'ffmpeg');
  await writeFile(path, script(ffmpeg), { mode: 0o755 });
  return {
    path,
    // In a namespace only its own file shows the script what the test wants.
    become: (mode) => appendFile(path, `# ${mode}\n`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const script = (ffmpeg: string): string => `#!/bin/sh
case " $* " in
  *" -encoders "*) echo ' V....D h264_vaapi           stand-in'; exit 0 ;;
  *" h264_vaapi "*) ;;
  *) exec ${ffmpeg} "$@" ;;
esac
test -c ${standInDevice} || exit 9
mode=$(tail -n 1 "$0")
case "$mode $*" in
  *testsrc2*) mode=works ;;
  *) touch ${standInTrace} 2>/dev/null ;;
esac
if [ "$mode" = '# fails-at-once' ]; then exit 1; fi
skip= until=
if [ "$mode" = '# fails-midway' ]; then until='-t 3.2'; fi
for arg do
  shift
  if [ -n "$skip" ]; then skip=; continue; fi
  case $arg in
    -vaapi_device) skip=1; continue ;;
    h264_vaapi) set -- "$@" libx264 -preset ultrafast -sc_threshold 0 $until; continue ;;
    *,format=nv12,hwupload) arg=\${arg%,format=nv12,hwupload},format=yuv420p ;;
  esac
  set -- "$@" "$arg"
done
if [ -z "$until" ]; then exec ${ffmpeg} "$@"; fi
${ffmpeg} "$@"
exit 1
`;
