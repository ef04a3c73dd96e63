import { randomUUID } from 'node:crypto';
import {
  openSession,
  productCaller,
  readDemoAccount,
  registerPerson,
} from '../../../tools/product/people.mjs';
import type { RunProduct } from './global-setup.ts';

/**
 * Makes an account on a plan. A test gets one of its own when it counts devices, or when what others have watched would
 * change it: the tests of a worker share the demo's accounts.
 */
export async function addPerson({ url, dataDir }: RunProduct, plan: string) {
  const device = 'a'.repeat(32);
  const call = productCaller(url, device);
  const admin = await readDemoAccount(dataDir, 'demo-admin');
  const { token } = await openSession(url, admin, device);
  const person = { username: `persona-${randomUUID().slice(0, 8)}`, password: 'clave larga de persona' };
  await registerPerson(url, person, device);
  const path = `/api/admin/users?search=${person.username}`;
  const { users } = await call<{ users: { _id: string }[] }>('GET', path, undefined, token);
  await call('PUT', `/api/admin/users/${users[0]?._id ?? ''}/plan`, { plan }, token);
  return person;
}
