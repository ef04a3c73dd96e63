/** Whether an error code makes the client end its session. @see the specification, section 7 */
export function endsSession(code: string): boolean {
  return code.startsWith('session.') || code === 'role.forbidden';
}
