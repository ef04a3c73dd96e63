/** The functions that Capacitor 8 puts into the window (its `native-bridge.js`), as far as they are used here. */
export interface CapacitorGlobals {
  getPlatform(): string;
  isNativePlatform(): boolean;
  isPluginAvailable(plugin: string): boolean;
  /** The address from which the shell has loaded the page. */
  getServerUrl(): string;
  nativePromise(plugin: string, method: string, options?: Record<string, unknown>): Promise<unknown>;
  /** The listener gets `null` when the shell reports an error. */
  addListener(plugin: string, event: string, listener: (data: unknown) => void): { remove(): Promise<void> };
}
