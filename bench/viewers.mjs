import { startHlsProvider } from './viewers/provider.mjs';
import { measureOneProduct } from './viewers/one-product.mjs';
const interrupted = new AbortController();
for (const s of ['SIGINT','SIGTERM']) process.on(s, () => interrupted.abort(new Error('Interrumpido.')));
const provider = await startHlsProvider();
const [minutes, viewers, slowSockets, soakMinutes] = process.argv.slice(2).map(Number);
try {
const r = await measureOneProduct({minutes, viewers, slowSockets, soakMinutes}, provider, interrupted.signal);
for (const p of Object.values(r.parts)) { console.log(p.title, p.run.phases, p.run.lateMs, p.run.gaps, p.run.saves, p.slow, p.samples.at(-1)); }
console.log(r.lost, r.saves, r.most);
} finally { provider.close(); }
