export function SubmissionRoute() {
  return null
}
