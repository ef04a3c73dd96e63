import { openSession, productCaller, readDemoAccount } from '../../../tools/product/people.mjs';
import { startProcess, unlimited } from '../../../tools/product/process.mjs';

/**
 * Starts the built product with its demo.
 *
 * @param {string} dataDir
 */
export async function startProduct(dataDir) {
  const product = await startProcess({
    env: {
      DATA_DIR: dataDir,
      DEMO: 'true',
      ...unlimited,
      TRIAL_MINUTES_PER_DAY: '1',
      // The films of `media-server.mjs`.
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    },
  });
  return {
    port: product.port,
    origin: product.url,
    host: `127.0.0.1:${product.port}`,
    readAccount: (/** @type {string} */ username) => readDemoAccount(dataDir, username),
    signInElsewhere,
    stop: () => product.stop(),
  };

  /**
   * Signs in on a device without the shell.
   *
   * @param {string} username
   * @param {string} deviceId
   * @returns calls the API as that device, and rejects with an answer that is no success
   */
  async function signInElsewhere(username, deviceId) {
    const { token } = await openSession(product.url, await readDemoAccount(dataDir, username), deviceId);
    const call = productCaller(product.url, deviceId);
    /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
    return (method, path, body) => call(method, path, body, token);
  }
}
