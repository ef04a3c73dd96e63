/** Whether an API error with this code makes the client sign the person out. @see docs/requisitos.md, R7.21 */
export function endsSession(code: string): boolean {
  return code.startsWith('session.') || code === 'role.forbidden';
}
