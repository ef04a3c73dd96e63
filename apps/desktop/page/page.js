// The first page of the shell: a person types the address of a server. What the address means, whether a Butaca
// answers there and every sentence come from the shell; this page asks and shows.

/** @typedef {{ status: 'kept' } | { status: 'confirm', host: string, sentence: string } | { status: 'refused', sentence: string }} KeepAnswer */

const { invoke } = /** @type {any} */ (window).__TAURI_INTERNALS__;

const form = /** @type {HTMLFormElement} */ (find('form'));
const field = /** @type {HTMLInputElement} */ (find('server'));
const message = find('message');
const question = find('question');
const connect = /** @type {HTMLButtonElement} */ (find('connect'));
const proceed = /** @type {HTMLButtonElement} */ (find('continue'));

/** The host about which the person is being asked. @type {string | undefined} */
let askedHost;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void keep();
});
proceed.addEventListener('click', () => void keep(askedHost));
find('cancel').addEventListener('click', () => {
  ask(undefined);
  say('');
  field.focus();
});
// The question is about the address that was sent, not about another that is typed afterwards.
field.addEventListener('input', () => {
  ask(undefined);
  say('');
});

void invoke('read_server').then((/** @type {string | null} */ address) => (field.value = address ?? ''));

/**
 * Asks the shell to keep the address.
 *
 * @param {string} [confirmedHost] - the host that the person has just accepted in clear text
 */
async function keep(confirmedHost) {
  setWaiting(true);
  ask(undefined);
  say('Conectando...');
  try {
    show(await invoke('keep_server', { text: field.value, confirmedHost }));
  } catch {
    say('No se pudo abrir la página del servidor. Vuelve a intentarlo.', true);
  } finally {
    setWaiting(false);
  }
}

/** @param {KeepAnswer} answer */
function show(answer) {
  if (answer.status === 'kept') return;
  say(answer.sentence, answer.status === 'refused');
  field.setAttribute('aria-invalid', String(answer.status === 'refused'));
  if (answer.status === 'confirm') ask(answer.host);
  else field.focus();
}

/** @param {string | undefined} host */
function ask(host) {
  askedHost = host;
  question.hidden = host === undefined;
  connect.hidden = host !== undefined;
  if (host !== undefined) proceed.focus();
}

/** @param {string} sentence */
function say(sentence, isFault = false) {
  message.textContent = sentence;
  message.classList.toggle('address__message--fault', isFault);
}

/** @param {boolean} isWaiting */
function setWaiting(isWaiting) {
  field.readOnly = isWaiting;
  connect.disabled = isWaiting;
}

/** @param {string} id */
function find(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}
