import { expect, it } from 'vitest';
import { quickLabels } from './quick-labels.ts';

// The tests compare the answers inside an iframe, because `labels` of the test page itself are already replaced.
const frame = document.createElement('iframe');
document.body.append(frame);
const { contentWindow: plain, contentDocument: page } = frame;
if (plain === null || page === null) throw new Error('no frame');
const classes = plain as unknown as typeof globalThis;

const fields = `
  <button id="a">a</button><label for="a">b</label><label>c <input id="b" aria-label="d"></label><input>
  <label>e <button>f</button> <select></select></label><label for="b">g</label><label for="">h <textarea></textarea></label>
  <input type="hidden" id="c"><label for="c">i</label><label for="d">j <progress></progress></label><input id="">
  <label><span><output id="e"></output></span></label><meter id="d"></meter><button id="a">k</button><input type="radio">`;

it.each([
  ['button', 'HTMLButtonElement'],
  ['input', 'HTMLInputElement'],
  ['meter', 'HTMLMeterElement'],
  ['output', 'HTMLOutputElement'],
  ['progress', 'HTMLProgressElement'],
  ['select', 'HTMLSelectElement'],
  ['textarea', 'HTMLTextAreaElement'],
] as const)('the quick labels of each %s equal those of jsdom, also after changes', (name, type) => {
  const slow = Object.getOwnPropertyDescriptor(classes[type].prototype, 'labels')?.get;
  if (slow === undefined) throw new Error('no labels');
  const quick = quickLabels(slow);
  const read = (element: HTMLElement) => {
    const [expected, labels] = [slow.call(element) as NodeList | null, quick.call(element)];
    expect(labels === null ? null : [...labels], element.outerHTML).toEqual(expected && [...expected]);
    return expected?.length ?? 0;
  };
  const readAll = () => [...page.querySelectorAll(name)].map((element) => read(element as HTMLElement));
  page.body.innerHTML = fields;
  const before = readAll();
  expect(before).not.toEqual([]);
  page.body.insertAdjacentHTML('beforeend', `<label>l <${name}></${name}></label>`);
  expect(readAll()).toEqual([...before, 1]);
  for (const label of page.querySelectorAll('label')) label.replaceWith(...label.childNodes);
  expect(readAll().every((count) => count === 0)).toBe(true);
  read(page.createElement(name));
});
