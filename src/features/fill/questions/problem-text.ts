import type { Problem } from '../../../form/answers/rules.ts'
import { problems } from '../../../messages/interview/fill.ts'

/** A problem in words; the form's own text comes first. */
export const problemText = (problem: Problem): string => {
  if (problem.kind === 'password') return problems.password(problem.minLength)
  if (problem.kind === 'dateRange') return problems.dateRange(problem.min, problem.max)
  if (problem.kind === 'notValid') return problem.message ?? problems.notValid
  if (problem.kind === 'required') return problem.message ?? problems.required
  return problems[problem.kind]
}
