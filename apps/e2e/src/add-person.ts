import { randomUUID } from 'node:crypto';
import { productCaller } from './call-product.ts';
import type { RunProduct } from './global-setup.ts';
import { readDemoAccount } from './product.ts';

/**
 * Makes an account on a plan. A test gets one of its own when it counts devices, or when what others have watched would
 * change it: the tests of a worker share the demo's accounts.
 */
export async function addPerson({ url, dataDir }: RunProduct, plan: string) {
  const call = productCaller(url, 'a'.repeat(32));
  const admin = await readDemoAccount(dataDir, 'demo-admin');
  const { token } = await call<{ token: string }>('POST', '/api/auth/login', admin);
  const person = { username: `persona-${randomUUID().slice(0, 8)}`, password: 'clave larga de persona' };
  await call('POST', '/api/auth/register', person);
  const path = `/api/admin/users?search=${person.username}`;
  const { users } = await call<{ users: { _id: string }[] }>('GET', path, undefined, token);
  await call('PUT', `/api/admin/users/${users[0]?._id ?? ''}/plan`, { plan }, token);
  return person;
}
