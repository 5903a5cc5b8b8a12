import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { hasMedia, mediaIn } from '../../../../replication/wire/form/media.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { namedOptions } from '../../../form/answers/reading.ts'
import { longLabel, longList, mostShown } from '../../../form/types/choices.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import type { CardOption } from '../../../ui/choices/choice-card.tsx'
import { RadioGroup } from '../../../ui/choices/radio-group.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { fieldText } from '../texts/field-text.tsx'
import { LabelMedia } from '../texts/form-media.tsx'
import { spokenOptions, spokenText } from '../texts/spoken.ts'
import styles from './choice-input.module.css'
import { ClearButton } from './clear-button.tsx'
import type { InputProps } from './input-props.ts'
import { ListInput } from './list-input.tsx'
import { optionLabel } from '../texts/option-label.ts'

/** RADIO: one of a few. Of very many, it opens a list with a search. */
export function RadioInput(props: InputProps) {
  const { field, id, words } = props
  const { shown, one, choose } = useChoice(field)
  if (field.options.length > mostShown) return <AsList {...props} />
  return (
    <div className={styles.radio}>
      <RadioGroup
        {...words}
        id={id}
        options={asCards(field, shown)}
        value={one}
        onChange={choose}
      />
      {one !== '' && !field.isRequired && <ClearButton onClear={() => choose('')} />}
    </div>
  )
}

/** CHECKBOX: any of a few, stored as a list. Of very many, it opens a list with a search. */
export function CheckboxInput(props: InputProps) {
  const { field, id, words } = props
  const { shown, several, choose } = useChoice(field)
  if (field.options.length > mostShown) return <AsList {...props} />
  return (
    <CheckboxGroup
      {...words}
      id={id}
      options={asCards(field, shown)}
      value={several}
      onChange={choose}
    />
  )
}

/** SELECT: a long list, or one with long labels or pictures, opens with a search; a short list of several is shown as checkboxes. */
export function SelectInput(props: InputProps) {
  return props.field.logic?.options_from === undefined ? (
    <OwnOptionsInput {...props} />
  ) : (
    <AsList {...props} />
  )
}

function OwnOptionsInput(props: InputProps) {
  const { field, id, words } = props
  const { interview } = useFill()
  const { shown, one, choose } = useChoice(field)
  const { language } = interview.form
  const hasPictures = shown.some(option => mediaIn(option, language).length > 0)
  const isLong = shown.some(({ label }) => label.length > longLabel)
  // The browser's own select cannot show pictures, and cuts off a long label, also the chosen one.
  if (field.options.length > longList || ((hasPictures || isLong) && !field.multiple)) {
    return <AsList {...props} />
  }
  if (field.multiple) return <CheckboxInput {...props} />
  return (
    <Select
      {...words}
      id={id}
      options={spokenOptions(interview, field, shown)}
      placeholder={field.placeholder || inputs.choose}
      value={one}
      onChange={event => choose(event.target.value)}
    />
  )
}

/**
 * What a choice has as a list: its options in plain words, with those that are chosen and no longer offered. There may
 * be many thousands of rows, so nothing here loops over them.
 */
export const useListed = (field: CompiledField) => {
  const { interview } = useFill()
  const value = chosenOf(useAnswer(interview.answers, field))
  const all = withUnknown(interview, field, value)
  const options =
    field.logic?.options_from === undefined
      ? spokenOptions(interview, field, all.map(labelled))
      : all
  return { listed: { ...field, label: spokenText(interview, field, field.label), options }, value }
}

/** A choice as a list that opens, with a search. */
function AsList(props: InputProps) {
  const { interview } = useFill()
  const { listed, value } = useListed(props.field)
  return (
    <ListInput
      {...props}
      field={listed}
      value={value}
      onChange={chosen => interview.edit(props.field, chosen)}
    />
  )
}

const chosenOf = (answer: Answer): string[] =>
  [answer].flat().filter(value => value !== '' || typeof answer !== 'string')

/** A single box has no label of its own. */
const labelled = (option: FieldOption): FieldOption =>
  option.label === '' ? { ...option, label: optionLabel(option) } : option

/** The chosen values, as a text and as a list, and the current options. */
const useChoice = (field: CompiledField) => {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const several = chosenOf(answer)
  const shown = withUnknown(interview, field, several).map(labelled)
  return {
    shown,
    one: typeof answer === 'string' ? answer : (answer[0] ?? ''),
    several,
    choose: (value: string | string[]) => interview.edit(field, value),
  }
}

/** Options as cards. */
const asCards = (field: CompiledField, shown: readonly FieldOption[]): readonly CardOption[] =>
  shown.map(option => ({
    value: option.value,
    label: hasMedia(option) ? (
      <>
        {fieldText(field, option.label)}
        <LabelMedia media={option} isSmall />
      </>
    ) : (
      fieldText(field, option.label)
    ),
  }))

/**
 * Adds an answer that the form does not offer, or no longer offers, as an option, so that nothing is submitted unseen.
 */
const withUnknown = (
  { logic }: Interview,
  field: CompiledField,
  chosen: readonly string[],
): readonly FieldOption[] => {
  const options = logic.options(field)
  const unknown = chosen.filter(value => value !== '' && !options.some(one => one.value === value))
  if (unknown.length === 0) return options
  const named = namedOptions(field, logic, unknown)
  const optionOf = (value: string) =>
    named.find(option => option.value === value) ?? { value, label: value }
  return [...options, ...unknown.map(optionOf)]
}
