import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { newContext } from '../journey.ts';
import { runProduct } from '../product.ts';

const { url: productUrl } = runProduct();

/** The page of all tests: none of them adds anything to it, and loading it takes far longer than each of them. */
let page: Page;
beforeAll(async () => {
  page = await (await newContext()).newPage();
  await page.goto(productUrl);
  await page.getByRole('link').first().waitFor();
});
afterAll(() => page.context().close());

/**
 * Runs an assignment inside the page and returns the message of the error that it throws, or `accepted`.
 *
 * @param kind - what is assigned: HTML of an element, a document for DOMParser, or the address of a worker's script
 */
const assign = (kind: 'element' | 'document' | 'worker', text: string): Promise<string> =>
  page.evaluate(
    ({ kind, text }) => {
      try {
        if (kind === 'element') document.createElement('div').innerHTML = text;
        else if (kind === 'document') new DOMParser().parseFromString(text, 'text/xml');
        else new Worker(text).terminate();
        return 'accepted';
      } catch (error) {
        return (error as Error).message;
      }
    },
    { kind, text },
  );

describe('the page', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img/src="x"/onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="java&#115;cript:alert(1)">x</a>',
    '<a href="https://a.tv/">x</a>',
    '<form action="https://a.tv/"><input name="password"></form>',
    '<button formaction="https://a.tv/">x</button>',
    '<iframe srcdoc="x"></iframe>',
    '<iframe src="/api/docs"></iframe>',
    '<object data="/x"></object>',
    '<embed src="/x">',
    '<base href="https://a.tv/">',
    '<meta http-equiv="refresh" content="0;url=https://a.tv/">',
    '<link rel="stylesheet" href="https://a.tv/x.css">',
    '<template><img/onerror=alert(1)></template>',
    '<svg><use href="data:image/svg+xml,x#a"></use></svg>',
    '<svg><set attributeName="href" to="x"></set></svg>',
    '<svg><style><img/onerror=alert(1)></style></svg>',
    '<svg><animate attributeName="href" values="x"></animate></svg>',
    '<math><maction actiontype="statusline">x</maction></math>',
    '<stream-video src="https://a.tv/"></stream-video>',
    '<body/onload=alert(1)>',
  ])('refuses the markup %s', async (markup) => {
    expect(await assign('element', markup)).toBe('active markup was refused');
  });

  it.each([
    '0:05 / 1:00',
    'a < b & c',
    '<style>:host { color: red }</style><slot name="icon"><svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg></slot>',
    '<media-tooltip part="tooltip" aria-hidden="true"><slot></slot></media-tooltip>',
  ])('accepts the markup %s', async (markup) => {
    expect(await assign('element', markup)).toBe('accepted');
  });

  it('accepts a document of TTML subtitles, and refuses one with a script', async () => {
    const subtitles = (text: string) =>
      `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling">
      <head><styling><style xml:id="s" tts:color="white"></style></styling><layout><region xml:id="r"/></layout></head>
      <body><div region="r"><p begin="0s" end="1s" style="s">${text}<br/></p></div></body></tt>`;
    expect(await assign('document', subtitles('Hola'))).toBe('accepted');
    expect(await assign('document', subtitles('<script>alert(1)</script>'))).toBe(
      'active markup was refused',
    );
  });

  it('starts no script by its address but the worker of hls.js and the service worker', async () => {
    const scripts = await page.evaluate(() =>
      [...document.scripts].filter(({ src }) => src !== '').map(({ src }) => new URL(src).pathname),
    );
    const others = ['/api/health', '/x.js', 'data:text/javascript,1', 'https://a.tv/x.js', ...scripts];
    for (const address of others) {
      expect([address, await assign('worker', address)]).toEqual([address, 'an unknown script was refused']);
    }
    expect(await assign('worker', '/service-worker.js')).toBe('accepted');
  });

  it.each(['default', 'markup-check', 'otra'])('lets no code create the policy %s', async (name) => {
    const outcome = await page.evaluate((policy) => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      try {
        trustedTypes.createPolicy(policy, {});
        return 'created';
      } catch {
        return 'refused';
      }
    }, name);
    expect(outcome).toBe('refused');
  });
});
