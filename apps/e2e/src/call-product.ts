/**
 * Makes a function that calls the product's API as a page of the web client would.
 *
 * @returns a function that returns the body of the API's answer; it throws the answer if its status is no success
 */
export function productCaller(productUrl: string, deviceId: string) {
  return async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const response = await fetch(productUrl + path, {
      method,
      headers: {
        'x-device-id': deviceId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}
