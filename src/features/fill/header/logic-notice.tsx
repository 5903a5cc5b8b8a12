import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import type { LogicProblem } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'

/** How many are listed; the others are only counted. */
const listed = 5

const wordsOf = (problem: LogicProblem): string => {
  switch (problem.kind) {
    case 'unknown':
      return fill.logicUnknown(problem.field.label, problem.name)
    case 'cycle':
      return fill.logicCycle(problem.field.label)
  }
}

/** Lists the rules of the form that cannot be followed; the form works without them. */
export function LogicNotice() {
  const { interview } = useFill()
  const problems = interview.form.logic?.problems ?? []
  if (problems.length === 0) return null
  return (
    <Alert kind="warning" title={fill.logicTitle}>
      <p>{fill.logicMessage}</p>
      <ul>
        {problems.slice(0, listed).map(problem => (
          <li key={wordsOf(problem)}>{wordsOf(problem)}</li>
        ))}
      </ul>
      {problems.length > listed && fill.moreProblems(problems.length - listed)}
    </Alert>
  )
}
