/** The problem of a new password: the two do not match, or it is too short; null when there is none. */
export const passwordProblem = (
  password: string,
  repeated: string,
  minLength: number,
): 'mismatch' | 'short' | null => {
  if (password !== repeated) return 'mismatch'
  return [...password].length < minLength ? 'short' : null
}
