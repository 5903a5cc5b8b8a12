import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { mediaIn } from '../../../../replication/wire/form-media.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { longList, mostShown } from '../../../form/types/choices.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import { RadioGroup } from '../../../ui/choices/radio-group.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import { FieldText } from '../texts/field-text.tsx'
import { LabelMedia } from '../texts/form-media.tsx'
import { spokenOptions, spokenText } from '../texts/spoken.ts'
import styles from './choice-input.module.css'
import type { InputProps } from './input-props.ts'
import { ListInput } from './list-input.tsx'
import { optionLabel } from '../texts/option-label.ts'

/** RADIO: one of a few. */
export function RadioInput({ field, id, words }: InputProps) {
  const { one, cards, choose } = useChoice(field)
  return (
    <div className={styles.radio}>
      <RadioGroup {...words} id={id} options={cards} value={one} onChange={choose} />
      {one !== '' && !field.isRequired && (
        <Button variant="quiet" size="s" onClick={() => choose('')}>
          {inputs.clear}
        </Button>
      )}
    </div>
  )
}

/** CHECKBOX: any of a few, stored as a list. Of very many, it opens a list with a search. */
export function CheckboxInput(props: InputProps) {
  const { field, id, words } = props
  const choice = useChoice(field)
  if (field.options.length > mostShown) return asList(props, choice)
  const { cards, several, choose } = choice
  return <CheckboxGroup {...words} id={id} options={cards} value={several} onChange={choose} />
}

/** SELECT: a long list, or one with pictures, opens with a search; a short list of several is shown as checkboxes. */
export function SelectInput(props: InputProps) {
  return props.field.logic?.options_from === undefined ? (
    <OwnOptionsInput {...props} />
  ) : (
    <RowsInput {...props} />
  )
}

/** A SELECT whose options are rows. There may be many thousands, so nothing here loops over all of them. */
function RowsInput(props: InputProps) {
  const { field } = props
  const { interview } = useFill()
  const several = chosenOf(useAnswer(interview.answers, field))
  const label = spokenText(interview, field, field.label)
  const options = withUnknown(interview.logic.options(field), several)
  return (
    <ListInput
      {...props}
      field={{ ...field, label, options }}
      value={several}
      onChange={value => interview.edit(field, value)}
    />
  )
}

function OwnOptionsInput(props: InputProps) {
  const { field, id, words } = props
  const choice = useChoice(field)
  const { one, options, hasMedia, choose } = choice
  // The browser's own select cannot show pictures.
  if (field.options.length > longList || (hasMedia && !field.multiple)) return asList(props, choice)
  if (field.multiple) return <CheckboxInput {...props} />
  return (
    <Select
      {...words}
      id={id}
      options={options}
      placeholder={field.placeholder || inputs.choose}
      value={one}
      onChange={event => choose(event.target.value)}
    />
  )
}

/** A choice as a list that opens, with a search. */
const asList = (props: InputProps, { label, options, several, choose }: Choice) => (
  <ListInput
    {...props}
    field={{ ...props.field, label, options }}
    value={several}
    onChange={choose}
  />
)

const chosenOf = (answer: Answer): string[] =>
  [answer].flat().filter(value => value !== '' || typeof answer !== 'string')

type Choice = ReturnType<typeof useChoice>

/** The chosen values, as a text and as a list, and the current options. */
const useChoice = (field: CompiledField) => {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const several = chosenOf(answer)
  const shown = withUnknown(interview.logic.options(field), several).map(option => ({
    ...option,
    label: optionLabel(option),
  }))
  return {
    label: spokenText(interview, field, field.label),
    one: typeof answer === 'string' ? answer : (answer[0] ?? ''),
    several,
    /** Without markup, for inputs that cannot show it. */
    options: spokenOptions(interview, field, shown),
    hasMedia: shown.some(option => mediaIn(option, interview.form.language).length > 0),
    cards: shown.map(option => ({
      value: option.value,
      label: (
        <>
          <FieldText field={field} text={option.label} />
          <LabelMedia media={option} isSmall />
        </>
      ),
    })),
    choose: (value: string | string[]) => interview.edit(field, value),
  }
}

/**
 * Adds an answer that the form does not offer, or no longer offers, as an option, so that nothing is submitted unseen.
 */
const withUnknown = (
  options: readonly FieldOption[],
  chosen: readonly string[],
): readonly FieldOption[] => {
  const unknown = chosen.filter(value => value !== '' && !options.some(one => one.value === value))
  if (unknown.length === 0) return options
  return [...options, ...unknown.map(value => ({ value, label: value }))]
}
