/*
 * Keeps the key «/» of somebody who wants to search before the page's code has loaded: Firefox would open its own search.
 * The key is kept while the skeleton of index.html is shown, and then opens the search by its link in the header; where
 * there is no such link, as for visitors, it is dropped. Written in the JavaScript of 2009 (ES5), like `old-browser.js`.
 */
(function () {
  'use strict';
  var isPressed = false;
  function isShell() {
    return document.querySelector('.shell') !== null;
  }
  function keep(event) {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !isShell()) return;
    event.preventDefault();
    isPressed = true;
  }
  function watch() {
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
