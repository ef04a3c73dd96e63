import process from 'node:process';

/**
 * Stops this process when its parent process ends. npm runs this process through a shell. A signal sent to npm alone
 * ends the shell, which does not forward the signal, and this process would keep running without a parent.
 */
export function endWithParent() {
  if (!process.env['npm_lifecycle_event']) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  return watch.unref();
}
