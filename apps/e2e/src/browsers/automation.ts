/** A source of input events of the W3C WebDriver protocol, with what it does. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  actions: readonly object[];
}

/** A browser that is driven by the W3C WebDriver protocol, over whatever transport it speaks. */
export interface Automation extends AsyncDisposable {
  navigate(url: string): Promise<void>;
  /** Runs the body of a function in the page, and returns what it returns, as JSON. */
  run(script: string, args: readonly unknown[]): Promise<unknown>;
  /** Makes the browser's own input events, as those of a person. */
  act(sources: readonly InputSource[]): Promise<void>;
}
