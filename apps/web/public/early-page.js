/*
 * What the page does before its code has loaded. It gives the skeleton of index.html the shape of the screen that the
 * address names, and keeps the key «/» of somebody who wants to search, for which Firefox would open its own search: once
 * the skeleton has gone, the key opens the search by its link in the header; where there is no such link, as for visitors,
 * it is dropped. Written in the JavaScript of 2009 (ES5), like `old-browser.js`.
 */
(function () {
  'use strict';
  var shapes = { 'live-tv': 'tiles', peliculas: 'cards', series: 'sided', colecciones: 'sided' };
  var isPressed = false;
  function shape() {
    var shell = document.querySelector('.shell');
    var screen = /^#\/([a-z-]+)/.exec(window.location.hash);
    var name = screen && shapes[screen[1]];
    if (shell && typeof name === 'string') shell.className += ' shell--' + name;
  }
  function isShell() {
    return document.querySelector('.shell') !== null;
  }
  function keep(event) {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !isShell()) return;
    event.preventDefault();
    isPressed = true;
  }
  function watch() {
    shape();
    var observer = new MutationObserver(function () {
      if (isShell()) return;
      var link = document.querySelector('a.search-link');
      observer.disconnect();
      document.removeEventListener('keydown', keep);
      if (isPressed && link) link.click();
    });
    observer.observe(document.getElementById('root'), { childList: true, subtree: true });
  }
  document.addEventListener('keydown', keep);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watch);
  else watch();
})();
