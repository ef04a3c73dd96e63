const televisionAgent = /\b(?:SMART-?TV|Web0S|webOS\.TV|NetCast|HbbTV|BRAVIA|Android TV|GoogleTV|AFT[A-Z])/i;

/** Whether a browser is that of a television, by the name (`User-Agent`) that it gives itself. */
export const isTelevisionAgent = (userAgent: string): boolean =>
  televisionAgent.test(userAgent) || /\bTV\b/i.test(/\bTizen(.*)/is.exec(userAgent)?.[1] ?? '');
