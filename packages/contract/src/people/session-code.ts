/** The only codes on which a client ends its session. @see the specification, section 7 */
export function endsSession(code: string): boolean {
  return code.startsWith('session.') || code === 'role.forbidden';
}
