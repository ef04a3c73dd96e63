import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFakeGenai } from '@butaca/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import { startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const webClient = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist');
const apiKey = 'canario-de-recorrido-0123456789';

it('the model’s key is sent to the model, and is in no answer and no file of the web client', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca key '));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const genai = await startFakeGenai();
  onTestFinished(() => genai[Symbol.asyncDispose]());
  copyUsedDataFolder('demo', dataDir);
  const product = await startProduct(dataDir, { GENAI_BASE_URL: genai.baseUrl, GENAI_API_KEY: apiKey });
  onTestFinished(() => product.stop().then(() => undefined));

  const call = productCaller(product.url, 'c'.repeat(32));
  const account = await readDemoAccount(dataDir, 'demo-premium');
  const { token } = await openSession(product.url, account, 'c'.repeat(32));
  const home = await call<{ recentlyAdded: { _id: string }[] }>('GET', '/api/home', undefined, token);
  const film = home.recentlyAdded[0]?._id ?? '';
  const answers = await Promise.all(
    ['info', 'theme', 'recommendations'].map((kind) =>
      call<{ source: string }>('GET', `/api/enrichment/movie/${film}/${kind}`, undefined, token),
    ),
  );
  expect(answers.map(({ source }) => source)).toEqual(['gemini', 'gemini', 'gemini']);
  expect(genai.seen.map(({ headers }) => headers['x-goog-api-key'])).toEqual([apiKey, apiKey, apiKey]);
  expect(JSON.stringify([home, ...answers])).not.toContain(apiKey);

  const files = await readdir(webClient, { recursive: true, withFileTypes: true });
  const texts = files.filter(
    (file) => file.isFile() && /\.(?:js|map|css|html|json|webmanifest)$/.test(file.name),
  );
  expect(texts.length).toBeGreaterThan(5);
  for (const { name, parentPath } of texts) {
    const text = await readFile(join(parentPath, name), 'utf8');
    // No file that browsers load contains the language model's API key, URL, name or protocol.
    expect(text, name).not.toMatch(
      /canario-de-recorrido|generativelanguage|x-goog-|GENAI_|gemini-\d|:generateContent/,
    );
  }
});
