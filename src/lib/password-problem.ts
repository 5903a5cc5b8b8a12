/** What is wrong with a new password: the two do not match, or it is too short; null when it is fine. */
export const passwordProblem = (
  password: string,
  repeated: string,
  minLength: number,
): 'mismatch' | 'short' | null => {
  if (password !== repeated) return 'mismatch'
  return [...password].length < minLength ? 'short' : null
}
