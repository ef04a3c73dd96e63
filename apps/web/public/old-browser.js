/*
 * Tells people whose browser is too old for the page what to do, and an operator whose proxy serves the page below a path,
 * where its code is not found, that it needs a name of its own. Written in the JavaScript of 2009 (ES5), because such a
 * browser could not read anything newer. It asks for what the browser can do and not for its name: `Object.hasOwn` came
 * with Chromium 93, Firefox 92 and Safari 15.4, the element `dialog` with Firefox 98, regular expressions that look
 * behind with Safari 16.4.
 */
(function () {
  'use strict';
  function isNew() {
    var canLookBehind = false;
    try {
      canLookBehind = new RegExp('(?<!a)b').test('b');
    } catch (error) {
      canLookBehind = error === undefined;
    }
    return canLookBehind && typeof Object.hasOwn === 'function' && typeof HTMLDialogElement === 'function';
  }
  function tellPath() {
    var words = document.getElementById('old-browser');
    if (!words) return;
    words.getElementsByTagName('h1')[0].textContent = 'Butaca necesita un nombre propio, sin ruta.';
    words.getElementsByTagName('p')[0].textContent =
      'Esta dirección lleva la ruta «' +
      window.location.pathname +
      '». Quien administra el servidor puede publicarla en un nombre propio, por ejemplo tv.ejemplo.com, o en otro puerto.';
    tell();
  }
  function tell() {
    var root = document.getElementById('root');
    var words = document.getElementById('old-browser');
    // The page's own code has replaced the skeleton, so it runs in this browser.
    if (!root || !words || !root.querySelector('.shell')) return;
    root.style.display = 'none';
    words.style.display = 'block';
    // Only from now on: before, code that looks for an alert of the page would find this one.
    words.setAttribute('role', 'alert');
  }
  if (isNew()) {
    if (!/^\/(index\.html)?$/.test(window.location.pathname)) window.addEventListener('load', tellPath);
    window.addEventListener('error', function (event) {
      if (event.error && event.error.name === 'SyntaxError') tell();
    });
  } else if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', tell);
  } else {
    tell();
  }
})();
