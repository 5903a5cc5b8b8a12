import type { FieldOption } from '../../../replication/wire/forms.ts'
import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import {
  type CompiledField,
  type CompiledForm,
  answerKeyOf,
  listKeyOf,
  type FormLogic,
} from './compiled-form.ts'
import { createDueFields } from './due-fields.ts'
import { slotId } from './form-shape.ts'
import { createLogicValues } from './logic-values.ts'
import { isDifferent, isSame, standField, type LogicSource, type Standing } from './stand-field.ts'
import { holds, valueOf } from './logic.ts'
import { isUnanswered } from './rules.ts'

/** How the rules of a form stand for the answers given so far. */
export interface LogicState {
  readonly isVisible: (field: CompiledField) => boolean
  readonly isRequired: (field: CompiledField) => boolean
  /** False for an answer that its own rule refuses. */
  readonly isAccepted: (field: CompiledField) => boolean
  /** The options that are offered now. */
  readonly options: (field: CompiledField) => readonly FieldOption[]
  /** Whether a section that repeats is asked at all, by its id. */
  readonly askedRepeats: KeyedStore<boolean>
  /** Looks again at what reads a field, after its answer changed; gives back whatever stands differently now. */
  readonly update: (field: CompiledField) => readonly CompiledField[]
  /** Takes over another shape of the same form; gives back whatever stands differently in it. */
  readonly reshape: (form: CompiledForm) => readonly CompiledField[]
}

/** A form without rules: what the spec says, at no cost. */
const plain: LogicState = {
  isVisible: () => true,
  isRequired: field => field.isRequired,
  isAccepted: () => true,
  options: field => field.options,
  askedRepeats: createKeyedStore(true),
  update: () => [],
  reshape: () => [],
}

/** Follows the rules of a form: all of them once, and then only those that read what changed. */
export const followLogic = (form: CompiledForm, source: LogicSource): LogicState =>
  form.logic === null ? plain : followRules(form, form.logic, source)

/** More than there ever are occurrences of a field. */
const rankStep = 1_000_000

/** So often a form may be gone through for one change before it is taken to go in circles. */
const maxRounds = 4

const followRules = (first: CompiledForm, logic: FormLogic, source: LogicSource): LogicState => {
  let form = first
  const standings = new Map<string, Standing>()
  const values = createLogicValues(logic, source.today)
  const askedRepeats = createKeyedStore(true)
  const due = createDueFields(
    ({ fieldId, occurrence }) => (logic.rankById.get(fieldId) ?? 0) * rankStep + occurrence,
  )

  /** What there is of a field now: itself, or its occurrences. */
  const instancesOf = ({ id, repeatId }: CompiledField): readonly CompiledField[] => {
    if (repeatId === null) return [form.fieldById.get(id) ?? []].flat()
    const repeat = form.repeats.find(({ sectionId }) => sectionId === repeatId)
    return (repeat?.occurrences ?? []).flatMap(
      occurrence => form.fieldById.get(slotId(id, occurrence)) ?? [],
    )
  }
  const addReaders = (key: string, of: CompiledField | null): void => {
    for (const reader of logic.readersByKey.get(key) ?? []) {
      const isOwn = of !== null && of.repeatId !== null && of.repeatId === reader.repeatId
      const all = instancesOf(reader)
      all.filter(one => !isOwn || one.occurrence === of.occurrence).forEach(due.add)
    }
  }
  /** Looks at whoever reads a field: its own occurrence, and all of them as a list. */
  const addReadersOf = (field: CompiledField): void => {
    addReaders(answerKeyOf(field), field)
    if (field.repeatId === null || !logic.readersByKey.has(listKeyOf(field))) return
    values.gather(form, field)
    addReaders(listKeyOf(field), null)
  }

  /** `changed` is what was typed into: that it holds something else is no news of it. */
  const lookAgain = (changed?: CompiledField): readonly CompiledField[] => {
    const different: CompiledField[] = []
    for (let looks = form.fields.length * maxRounds; looks > 0; looks -= 1) {
      const field = due.next()
      if (field === undefined) break
      const before = standings.get(field.id)
      const valueBefore = values.get(field)
      const scope = values.scopeOf(field)
      const rules = logic.rulesById.get(field.fieldId)
      const after = standField(field, rules, scope, source, isVisible =>
        values.set(field, isVisible ? valueIn(source, field) : null),
      )
      standings.set(field.id, after)
      const isNewValue = !isSame(values.get(field), valueBefore)
      if (isNewValue) addReadersOf(field)
      const isNews = isNewValue && field.id !== changed?.id
      if (isNews || before === undefined || isDifferent(before, after)) different.push(field)
    }
    for (const [id, { rule }] of logic.repeatIfById) {
      askedRepeats.set(
        id,
        asks(() => valueOf(rule, values.outside)),
      )
    }
    return different
  }

  const begin = (added: readonly CompiledField[]): void => {
    for (const field of added) values.set(field, valueIn(source, field))
    added.forEach(due.add)
  }
  const gatherAll = (): void => {
    for (const field of form.template.fields) {
      if (field.repeatId !== null) values.gather(form, field)
    }
  }
  values.arrange(form)
  begin(form.fields)
  gatherAll()
  lookAgain()

  const standingOf = (field: CompiledField): Standing => {
    const standing = standings.get(field.id)
    if (standing === undefined) throw new Error(`Field ${field.id} is not of this form.`)
    return standing
  }
  return {
    isVisible: field => standingOf(field).isVisible,
    isRequired: field => standingOf(field).isRequired,
    isAccepted: field => standingOf(field).isAccepted,
    options: field => {
      const { offered } = standingOf(field)
      return offered === null
        ? field.options
        : field.options.filter(({ value }) => offered.has(value))
    },
    askedRepeats,
    update: changed => {
      due.add(changed)
      return lookAgain(changed)
    },
    reshape: next => {
      form = next
      const { keys, repeats } = values.arrange(form)
      const moved = new Set(repeats.map(({ sectionId }) => sectionId))
      begin(form.fields.filter(({ id }) => !standings.has(id)))
      form.fields.filter(({ repeatId }) => moved.has(repeatId ?? '')).forEach(due.add)
      for (const field of form.template.fields) {
        if (!moved.has(field.repeatId ?? '')) continue
        values.gather(form, field)
        addReaders(listKeyOf(field), null)
      }
      for (const key of keys) addReaders(key, null)
      return lookAgain()
    },
  }
}

const asks = (value: () => unknown): boolean => {
  try {
    return holds(value())
  } catch {
    return true
  }
}

/** An answer as rules see it: null for none, a number where the field is one or the text reads as one. */
const valueIn = (source: LogicSource, field: CompiledField): unknown => {
  const answer = source.answer(field)
  const fileCount = source.fileCount(field)
  if (isUnanswered(field, answer, { fileCount })) return fileCount > 0 ? fileCount : null
  if (typeof answer !== 'string') return answer
  const number = Number(answer.replace(',', '.'))
  const isNumber =
    field.logic?.calculate === undefined ? field.type === 'NUMBER' : isPlain(number, answer)
  return isNumber && Number.isFinite(number) ? number : answer
}

/** A code that was put together, such as 07, is no number, though it reads as one. */
const isPlain = (number: number, text: string): boolean => String(number) === text
