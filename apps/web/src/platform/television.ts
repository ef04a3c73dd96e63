/** Whether the browser is that of a television, by the name that it gives itself. */
export const isTelevision = (): boolean =>
  /web0?s|tizen|smart-?tv|netcast|hbbtv|bravia|android tv|googletv|\baft[a-z]/i.test(navigator.userAgent);
