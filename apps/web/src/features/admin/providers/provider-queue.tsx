import type { Provider } from '@butaca/contract';
import { queueInWords } from './provider-words.ts';

/** What runs by itself for providers: the refresh of now, those that wait, the next one, and the failure of last. */
export function ProviderQueue({ providers }: { providers: readonly Provider[] }) {
  const lines = queueInWords(providers);
  if (lines.length === 0) return null;
  return (
    <section className="providerqueue" aria-labelledby="cola-de-actualizaciones">
      <h3 id="cola-de-actualizaciones">Cola de actualizaciones</h3>
      <dl>
        {lines.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
