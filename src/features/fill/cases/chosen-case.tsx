import { caseHiddenBy } from '../../../../collections/schemas/cases.ts'
import { useWorkspace } from '../../../context.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { chosenCase as words } from '../../../messages/submissions/cases.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'

interface ChosenCaseProps {
  readonly field: CompiledField
  /** The list that the field chooses from. */
  readonly list: string
}

/** Says below the question that chooses a case when that case is not there any more. */
export function ChosenCase({ field, list }: ChosenCaseProps) {
  const { interview } = useFill()
  const id = useAnswer(interview.answers, field)
  return typeof id !== 'string' || id === '' ? null : <Missing id={id} field={field} list={list} />
}

function Missing({ id, field, list }: ChosenCaseProps & { readonly id: string }) {
  const { db } = useWorkspace()
  const { interview } = useFill()
  const found = useLiveDoc(db, 'cases', id)
  if (found === undefined) return null
  if (found !== null) {
    return found.hidden === caseHiddenBy.nothing ? null : (
      <Alert kind="warning">{words.retracted(found.label || words.thisCase)}</Alert>
    )
  }
  // The rows of any other list come with the form.
  const isOfCases = interview.form.fields.some(({ logic }) => logic?.case?.list === list)
  const isOffered = () => interview.logic.unfiltered(field).some(({ value }) => value === id)
  return isOfCases && !isOffered() ? <Alert kind="warning">{words.gone}</Alert> : null
}
