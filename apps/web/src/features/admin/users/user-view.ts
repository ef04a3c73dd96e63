import { isPlanKey } from '@butaca/contract';
import type { UserFilter } from './users.queries.ts';

/** The state of the list of users that the URL holds: page, search term, filters, and the open row. */
export interface UserView {
  page: number;
  search: string;
  status: '' | 'activos' | 'inactivos';
  role: '' | 'admin' | 'usuario';
  plan: string;
  /** Whether the list of users shows only registrations that await an administrator's approval. */
  isAwaiting: boolean;
  /** The id of the user whose devices are shown; empty if no row is open. */
  openId: string;
}

const oneOf = <T extends string>(value: string | null, ...known: readonly T[]): T | '' =>
  known.find((each) => each === value) ?? '';

export const readStatus = (value: string | null) => oneOf(value, 'activos', 'inactivos');
export const readRole = (value: string | null) => oneOf(value, 'admin', 'usuario');

/** Reads the state of the list of users from the URL; invalid values are ignored. */
export function readUserView(query: URLSearchParams): UserView {
  const plan = query.get('plan') ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1),
    search: query.get('buscar') ?? '',
    status: readStatus(query.get('estado')),
    role: readRole(query.get('rol')),
    plan: isPlanKey(plan) ? plan : '',
    isAwaiting: query.get('pendientes') === 'si',
    openId: query.get('id') ?? '',
  };
}

/**
 * The URL query that stands for a state of the list of users (page, search term, filters, open row); default values are
 * left out.
 */
export function writeUserView(view: UserView): URLSearchParams {
  const words = {
    buscar: view.search,
    estado: view.status,
    rol: view.role,
    plan: view.plan,
    pendientes: view.isAwaiting ? 'si' : '',
    pagina: view.page > 1 ? String(view.page) : '',
    id: view.openId,
  };
  return new URLSearchParams([
    ['tab', 'manage_users'],
    ...Object.entries(words).filter(([, value]) => value !== ''),
  ]);
}

/** The filters for the server's API that match what the list of users shows (its search term and filters). */
export function filterOf({ search, status, role, plan, isAwaiting }: UserView): UserFilter {
  return {
    ...(search !== '' && { search }),
    ...(status !== '' && { status: status === 'activos' ? ('active' as const) : ('inactive' as const) }),
    ...(role !== '' && { role: role === 'admin' ? ('admin' as const) : ('user' as const) }),
    ...(isPlanKey(plan) && { plan }),
    ...(isAwaiting && { awaiting: 'true' as const }),
  };
}
