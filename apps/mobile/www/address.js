/*
 * The first page of the app: it asks for the server. The app itself reads the address, asks about clear text, looks
 * whether a Butaca answers, keeps the server and leaves this page.
 */

const plugin = 'ButacaShell';
const element = (id) => document.getElementById(id);
const call = (method, options = {}) => globalThis.Capacitor.nativePromise(plugin, method, options);

const form = element('form');
const address = element('address');
const connect = element('connect');
const back = element('back');
const question = element('question');

/** What is said when the app answers nothing that this page can read. */
const unknown = 'No se pudo comprobar la dirección. Inténtalo de nuevo.';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void choose();
});
back.addEventListener('click', () => void call('returnToServer').catch(() => say(unknown)));

void showKept();

/** Offers the way back to the server that is kept already. */
async function showKept() {
  const { origin } = await call('getServer').catch(() => ({}));
  if (typeof origin !== 'string') return;
  address.value = origin;
  back.textContent = `Volver a ${origin.replace(/^https?:\/\//, '')}`;
  back.hidden = false;
}

async function choose(confirmedHost) {
  if (connect.disabled) return;
  connect.disabled = true;
  say('Comprobando la dirección...', true);
  const typed = address.value;
  const answer = await call('chooseServer', {
    address: typed,
    ...(confirmedHost === undefined ? {} : { confirmedHost }),
  }).catch(() => ({}));
  connect.disabled = false;
  const { status, sentence, host } = answer ?? {};
  if (status === 'kept') return;
  say('');
  // A host that was confirmed and is asked about again would ask for ever.
  if (status === 'confirm' && host !== confirmedHost) {
    if (await ask(sentence, host)) await choose(host);
    else address.focus();
    return;
  }
  say(status === 'refused' && typeof sentence === 'string' ? sentence : unknown);
  address.focus();
}

/** Asks a question with «Continuar» and «Cancelar», which has the focus. */
function ask(text, host) {
  element('question-text').textContent = text;
  element('question-host').textContent = host;
  question.showModal();
  element('no').focus();
  return new Promise((resolve) => {
    const answered = new AbortController();
    const listen = (target, event, isYes) =>
      target.addEventListener(
        event,
        () => {
          answered.abort();
          resolve(isYes);
          question.close();
        },
        { signal: answered.signal },
      );
    listen(element('yes'), 'click', true);
    listen(element('no'), 'click', false);
    listen(question, 'close', false);
  });
}

function say(text, isQuiet = false) {
  const message = element('message');
  message.textContent = text;
  message.className = isQuiet ? 'quiet' : '';
}
