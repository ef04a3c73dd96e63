/**
 * The rows of the table `provider` that every installation has: to `manual` belongs what administrators add or readdress
 * by hand, to `demo` the demo. Lists never take over what belongs to them.
 */
export const builtInProviders = { manual: 'manual', demo: 'demo' } as const;
