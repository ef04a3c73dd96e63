import { expect, it } from 'vitest';
import { quickMatches, quickRejection, quickSearch } from './quick-selectors.ts';

// The tests compare the answers inside an iframe, because `matches` of the test page itself is already replaced.
const frame = document.createElement('iframe');
document.body.append(frame);
const { contentWindow: plain, contentDocument: page } = frame;
if (plain === null || page === null) throw new Error('no frame');
const slow = (plain as unknown as typeof globalThis).Element.prototype.matches;
const slowSearch = (plain as unknown as typeof globalThis).Element.prototype.querySelectorAll;

const elements = `
  <a>a</a><a href="">b</a><a href="#x" role="button">c</a><button type="SUBMIT">d</button><button aria-pressed>e</button>
  <input><input type=""><input type="text" list="x"><input type="TEXT"><input type="checkbox" checked><input type="radio">
  <select multiple><option selected>f</option></select><select size="3"></select><textarea></textarea><img><img alt="">
  <img alt="g"><table><tr><th scope="row">h</th><th scope="ROW">i</th><th>j</th></tr></table><h1>k</h1><h2>l</h2>
  <p role="alert status">m</p><p role="Alert">n</p><p role="">o</p><section aria-label="p"></section><section></section>
  <svg viewBox="0 0 1 1"><a href="q"></a><linearGradient></linearGradient><foreignObject></foreignObject></svg>
  <our-element data-a='b"c' hidden></our-element><details open><summary>r</summary></details>`;

const selectors = [
  'a',
  'button',
  'h1',
  'lineargradient',
  'foreignobject',
  'our-element',
  '*',
  'A',
  'BUTTON',
  'a[href]',
  'a:not([href])',
  'img[alt=""]',
  'img:not([alt])',
  'img[alt]:not([alt=""])',
  '[hidden]',
  '*[hidden]',
  'input[type="text"]',
  'input:not([list])',
  'input:not([type="text"]):not([list])',
  '[type="submit"]',
  'input[type="checkbox"]',
  'input[checked][type="checkbox"]',
  'th[scope="row"]',
  'th[scope]',
  'th:not([scope])',
  '[role~="alert"]',
  '*[role~="status"]',
  '[role="alert"]',
  '[role="alert status"]',
  '[role~="alert status"]',
  '[role~=""]',
  '[role=""]',
  ':not([role])',
  'select:not([multiple]):not([size])',
  'select[multiple][size]',
  'section[aria-label]',
  'section:not([aria-label=""])',
  '[viewbox]',
  '[viewBox]',
  "[data-a='b\"c']",
  '[list=x]',
  'a, button',
  'svg a',
  'tr > th',
  '.x',
  '#x',
  'input:checked',
  ':not(a)',
  '[role|="alert"]',
  '[role^="al"]',
  '[type="TEXT" s]',
  '[type="TEXT" i]',
  'a[href]b',
  '[ role ]',
];

it('the quick matches equals jsdom’s for every kind of element and selector', () => {
  page.body.innerHTML = elements;
  const quick = quickMatches(slow);
  for (const element of page.querySelectorAll('*')) {
    for (const selector of selectors) {
      const said = [element.outerHTML, selector].join(' ');
      expect(
        answer(() => quick.call(element, selector)),
        said,
      ).toBe(answer(() => slow.call(element, selector)));
    }
  }
});

it('the quick matches answers the selectors of roles without asking jsdom', () => {
  page.body.innerHTML = elements;
  const quick = quickMatches(() => {
    throw new Error('jsdom was asked');
  });
  const answers = [...page.querySelectorAll('img')].map((image) =>
    ['img', 'img[alt=""]', 'img:not([alt])', '[role~="img"]'].map((selector) => quick.call(image, selector)),
  );
  expect(answers).toEqual([
    [true, false, true, false],
    [true, true, false, false],
    [true, false, false, false],
  ]);
});

it('the quick matches refuses what is no selector, as jsdom does', () => {
  const quick = quickMatches(slow);
  for (const text of ['', '[', 'a[href', ':not([href]', 'a:not([href'])
    expect(
      answer(() => quick.call(page.body, text)),
      text,
    ).toBe(answer(() => slow.call(page.body, text)));
});

it('the quick querySelectorAll finds what jsdom’s finds, also in lists and inside an element', () => {
  page.body.innerHTML = elements;
  const quick = quickSearch(slowSearch);
  const lists = [
    '*[role~="button"],button,input',
    'a[href], *[role~="link"]',
    'p,,a',
    'a,[',
    'th,a,*',
    'a:hover,p',
  ];
  for (const root of [page.body, ...page.querySelectorAll('svg, select, table')]) {
    for (const selector of [...selectors, ...lists]) {
      const said = [root.localName, selector].join(' ');
      expect(
        answer(() => [...quick.call(root, selector)]),
        said,
      ).toEqual(answer(() => [...slowSearch.call(root, selector)]));
    }
  }
});

it('the list that the quick querySelectorAll returns stays as it is', () => {
  page.body.innerHTML = '<p>a</p><p>b</p>';
  const found = quickSearch(slowSearch).call(page.body, 'p');
  page.body.innerHTML = '';
  expect([found.item(1)?.textContent, found.item(2), found.length]).toEqual(['b', null, 2]);
});

/** What a call returns, or the name of its error. */
function answer<Answer>(call: () => Answer): Answer | string {
  try {
    return call();
  } catch (error) {
    return (error as Error).name;
  }
}

const nested = `
  <div data-toaster dir="ltr"><ol data-x="1"><li data-toast data-styled="true"><b data-icon><svg><path></path></svg></b></li>
  <li data-toast><p>a</p><p data-icon></p></li></ol></div><p data-icon>b</p><p data-styled="false"><b data-icon></b></p>
  <section dir="ltr"><div data-toast></div></section>`;

it.each([
  ['[data-toast]'],
  ['[data-toast]>*'],
  ['[data-toast] *'],
  ['[data-toast][data-styled="true"] [data-icon]>svg'],
  ['[data-toaster] [data-toast] path'],
  ['html[dir="ltr"], [data-toaster][dir="ltr"]'],
  ['[data-icon]:first-child', '[data-toast]::before'],
  ['p', '[data-x="a b"] li'],
  ['li:not([data-toast])'],
  [':is([data-toast]) *'],
  ['[data-toast] + li', '[data-icon] ~ p'],
  ['[data-x~="1"]', '[ data-x ] li'],
  ['.a', '[data-toaster]>[data-x]>[data-toast]'],
])('the quick rejection rejects no element that has one of %j', (...list) => {
  page.body.innerHTML = nested;
  const isRejected = quickRejection(list);
  const all = [...page.querySelectorAll('*')];
  const having = all.filter((element) => slow.call(element, list.join(',')));
  expect(having.filter(isRejected)).toEqual([]);
});

it('the quick rejection rejects the elements that lack the attributes of the selectors', () => {
  page.body.innerHTML = nested;
  const isRejected = quickRejection(['[data-toast]>*', '[data-toaster]', '[data-toast] [data-icon]']);
  const left = [...page.querySelectorAll('*')].filter((element) => !isRejected(element));
  expect(left.map(({ localName }) => localName)).toEqual(['div', 'b', 'svg', 'path', 'p', 'p']);
});

it('the quick rejection rejects the elements that lack the classes of the selectors', () => {
  page.body.innerHTML =
    '<div class="bars"><i class="bar big"></i><i class="bar"></i><i class=""></i></div><i>a</i>';
  const list = ['.bar.big', '.bars>.bar:nth-child(2)', '.bars .bar:first-child', '.bars[data-x=".bar"]'];
  const isRejected = quickRejection(list);
  const left = [...page.querySelectorAll('*')].filter((element) => !isRejected(element));
  expect(left.map(({ className }) => className)).toEqual(['bar big', 'bar']);
});
