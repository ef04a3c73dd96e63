import { runViewers } from './run-viewers.mjs';

/**
 * The process of the virtual viewers: it receives a plan, tells the moment of its start, and sends the summary. It ends
 * early when the process that has started it is gone.
 */
const over = new AbortController();
process.once('disconnect', () => process.exit());
process.on('SIGINT', () => over.abort());
process.once('message', (plan) => {
  void runViewers(plan, over.signal, (startedAtMs) => process.send({ startedAtMs })).then((summary) =>
    process.send({ summary }, () => process.exit()),
  );
});
