/*
 * Loaded before the product (`--import`): at each signal SIGWINCH the product's clock goes one hour back, as when an
 * operator or a time service sets the machine's clock. Only this process sees it. The product ends at most other
 * signals.
 */
const hourMs = 3_600_000;
const TrueDate = Date;
let backMs = 0;

process.on('SIGWINCH', () => {
  backMs += hourMs;
  globalThis.Date = class extends TrueDate {
    constructor(...given) {
      if (given.length === 0) super(TrueDate.now() - backMs);
      else super(...given);
    }

    static now() {
      return TrueDate.now() - backMs;
    }
  };
});
