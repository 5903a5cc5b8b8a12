import { useState } from 'react'
import { useWorkspace } from '../../../context.tsx'
import { common } from '../../../messages/app/common.ts'
import { held as words } from '../../../messages/interview/held.ts'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useFill } from '../fill-context.tsx'
import { answerText } from '../review/answer-text.ts'
import { questionTitle, spokenChoice } from '../texts/spoken.ts'
import { holdableFields, holdFields } from './held-fields.ts'

/** Chooses the answers with which every new interview of the form begins; each tick is stored at once. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { db } = useWorkspace()
  const { interview, held } = useFill()
  const [fields] = useState(() => holdableFields(interview, held.get))
  const [ticked, setTicked] = useState(() => fields.map(({ fieldId }) => fieldId).filter(held.get))
  const hold = (next: readonly string[]) => {
    setTicked([...next])
    const shown = fields.map(({ fieldId }) => fieldId)
    void holdFields(db, interview.form.id, shown, next)
  }
  return (
    <Dialog open title={words.open} closeLabel={common.close} onClose={onClose}>
      {fields.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <CheckboxGroup
          label={words.choose}
          labelHidden
          help={words.hint}
          options={fields.map(field => {
            const answer = interview.answers.get(field)
            const spoken = { ...field, options: spokenChoice(interview, field, answer) }
            return {
              value: field.fieldId,
              label: <bdi>{questionTitle(interview, field)}</bdi>,
              hint: answerText(spoken, answer, []),
            }
          })}
          value={ticked}
          onChange={hold}
        />
      )}
    </Dialog>
  )
}
