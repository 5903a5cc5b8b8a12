import { createKeyedStore } from '../../lib/keyed-store.ts'
import type {
  CompiledField,
  CompiledForm,
  CompiledRepeat,
  FormLogic,
} from '../definition/compiled-form.ts'
import { answerKeyOf, listIdKeyOf, setKeysOf, lastKeyOf } from '../definition/value-keys.ts'
import { createCalculations } from './calculations.ts'
import { createDueFields } from './due-fields.ts'
import { slotId } from '../definition/form-shape.ts'
import { createLogicValues, readsAnswerOf } from './logic-values.ts'
import {
  filledIn,
  isDifferent,
  isSame,
  noFills,
  evaluateField,
  offeredOptions,
  tryValue,
  valueIn,
  valueToAnswer,
  type LogicSource,
  type FieldState,
} from './field-state.ts'
import { holds } from '../operations/evaluation.ts'
import { countsOf } from './occurrence-counts.ts'
import { withoutRules, type LogicState } from './logic-state.ts'
import { rowsToOptions, shuffled } from './option-rows.ts'
import { asWritten } from '../texts/rich-text.ts'
import { setAnswersOf } from './set-answers.ts'

/** Evaluates the rules of a form: all of them once, and later only those that read a changed value. */
export const followLogic = (form: CompiledForm, source: LogicSource): LogicState =>
  form.logic === null ? withoutRules : followRules(form, form.logic, source)

const isAny = (): boolean => true

/** Larger than any occurrence's number. */
const rankStep = 1_000_000

/** How often all fields may be evaluated for one change, because rules that depend on each other may never settle. */
const maxRounds = 4

const followRules = (first: CompiledForm, logic: FormLogic, source: LogicSource): LogicState => {
  let form = first
  let lists = first.template.lists
  const states = new Map<string, FieldState>()
  const values = createLogicValues(logic, source.given)
  const calculations = createCalculations(source)
  values.outside['$language'] = form.language
  for (const [id, rows] of lists) values.outside[listIdKeyOf(id)] = rows
  const { last } = source
  if (last !== undefined) {
    for (const field of logic.lastFields) {
      values.outside[lastKeyOf(field)] = valueIn({ answer: last, fileCount: () => 0 }, field)
    }
  }
  const headings = createKeyedStore(noFills)
  const askedRepeats = createKeyedStore(true)
  const isAsked = (repeat: CompiledRepeat): boolean => {
    const rule = logic.repeatIfById.get(repeat.sectionId)
    return rule === undefined || holds(tryValue(rule, values.around(repeat), true))
  }
  const due = createDueFields(
    ({ fieldId, occurrence }) => (logic.rankById.get(fieldId) ?? 0) * rankStep + occurrence,
  )

  /** Visits the field as it is shown now: itself, or each of its occurrences. */
  const forInstances = (
    { id, repeatId }: CompiledField,
    visit: (instance: CompiledField) => void,
  ): void => {
    const visitId = (instanceId: string): void => {
      const instance = form.fieldById.get(instanceId)
      if (instance !== undefined) visit(instance)
    }
    if (repeatId === null) {
      visitId(id)
      return
    }
    for (const { sectionId, occurrences } of form.repeats) {
      if (sectionId !== repeatId) continue
      for (const occurrence of occurrences) visitId(slotId(id, occurrence))
    }
  }
  const addReaders = (key: string, isNear: (reader: CompiledField) => boolean = isAny): void => {
    for (const reader of logic.readersByKey.get(key) ?? []) {
      forInstances(reader, instance => {
        if (isNear(instance)) due.add(instance)
      })
    }
  }
  /** Marks the readers of a field as due: those in its own occurrence, and those of the list of all occurrences. */
  const addReadersOf = (field: CompiledField): void => {
    addReaders(answerKeyOf(field), reader => readsAnswerOf(reader, field))
    const keys = setKeysOf(field).filter(key => logic.readersByKey.has(key))
    if (field.repeatId === null || keys.length === 0) return
    values.gather(form, field)
    for (const key of keys) addReaders(key)
  }

  /** Evaluates all due fields. A new value of `changed` itself is not reported, because the surveyor typed it. */
  const evaluateDue = (changed?: CompiledField): readonly CompiledField[] => {
    const different: CompiledField[] = []
    for (let looks = form.fields.length * maxRounds; looks > 0; looks -= 1) {
      const field = due.next()
      if (field === undefined) break
      const before = states.get(field.id)
      const valueBefore = values.get(field)
      const scope = values.scopeOf(field)
      const rules = logic.rulesById.get(field.fieldId)
      const after = evaluateField(field, rules, scope, isVisible => {
        calculations.evaluate(field, rules, scope, isVisible)
        values.set(field, isVisible ? valueIn(source, field) : null)
      })
      const isNewState = before === undefined || isDifferent(before, after)
      if (isNewState) states.set(field.id, after)
      const isNewValue = !isSame(values.get(field), valueBefore)
      if (isNewValue) addReadersOf(field)
      if (isNewState || (isNewValue && field.id !== changed?.id)) different.push(field)
    }
    for (const repeat of form.repeats) {
      if (logic.repeatIfById.has(repeat.sectionId)) askedRepeats.set(repeat.key, isAsked(repeat))
    }
    fillHeadings()
    return different
  }
  const setHeading = (key: string, texts: ReadonlyMap<string, string>): void => {
    const before = headings.get(key)
    if ([...texts].some(([name, text]) => before.get(name) !== text)) headings.set(key, texts)
  }
  const fillHeadings = (): void => {
    for (const [id, fills] of logic.headingFills) setHeading(id, filledIn(fills, values.outside))
    for (const { sectionId, occurrences } of logic.titleFills.size === 0 ? [] : form.repeats) {
      const fills = logic.titleFills.get(sectionId)
      if (fills === undefined) continue
      for (const occurrence of occurrences) {
        const scope = values.scopeOf({ repeatId: sectionId, occurrence })
        setHeading(slotId(sectionId, occurrence), filledIn(fills, scope))
      }
    }
  }
  /** Reads the labels of options, which change with the language; returns the keys of those that changed. */
  const readLabels = (): readonly string[] => {
    const changed: string[] = []
    for (const [key, { id }] of logic.labelled) {
      if (!logic.readersByKey.has(key)) continue
      const shown = form.fieldById.get(id) ?? form.fields.find(({ fieldId }) => fieldId === id)
      // Of two options with the same value the first counts, as in XPath.
      const options = [...(shown?.options ?? [])].reverse()
      const labels = new Map(options.map(option => [option.value, option.label]))
      const before = values.outside[key]
      if (before instanceof Map && isSame([...before.values()], [...labels.values()])) continue
      values.outside[key] = labels
      changed.push(key)
    }
    return changed
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
  values.arrange(form, isAsked)
  readLabels()
  begin(form.fields)
  gatherAll()
  evaluateDue()

  const stateOf = (field: CompiledField): FieldState => {
    const state = states.get(field.id)
    if (state === undefined) throw new Error(`Field ${field.id} is not of this form.`)
    return state
  }
  return {
    isVisible: field => stateOf(field).isVisible,
    isRequired: field => stateOf(field).isRequired,
    isReadOnly: field => stateOf(field).isReadOnly,
    isAccepted: field => stateOf(field).isAccepted,
    options: field => {
      const { offered, rows, seed } = stateOf(field)
      const from = field.logic?.options_from
      const options =
        rows !== null && from !== undefined
          ? rowsToOptions(rows, from, form.language)
          : offered === null
            ? field.options
            : offeredOptions(field, offered)
      return seed === null ? options : shuffled(options, seed)
    },
    unfiltered: field => {
      const from = field.logic?.options_from
      if (from === undefined) return field.options
      const reads = logic.rulesById.get(field.fieldId)?.optionRows?.reads
      return [...lists].flatMap(([id, rows]) =>
        reads?.has(listIdKeyOf(id)) === true ? rowsToOptions(rows, from, form.language) : [],
      )
    },
    fill: (field, key) => states.get(field.id)?.fills.get(key) ?? asWritten(key),
    headings,
    counts: () =>
      countsOf({ form, logic, values, isAsked, isVisible: field => stateOf(field).isVisible }),
    defaultOf: field => {
      const rule = logic.rulesById.get(field.fieldId)?.defaultValue ?? null
      if (rule === null) return null
      const value = valueToAnswer(tryValue(rule, values.scopeOf(field), ''))
      return value.length === 0 ? null : value
    },
    setBy: changed => setAnswersOf({ logic, values, forInstances }, changed),
    askedRepeats,
    update: changed => {
      // A calculated value that another tab wrote is checked, but not one that has its first value.
      if (!logic.fixedIds.has(changed.fieldId)) calculations.renew(changed)
      due.add(changed)
      return evaluateDue(changed)
    },
    refresh: name => {
      const key = `$${name}`
      for (const reader of logic.readersByKey.get(key) ?? []) {
        const { calculate } = logic.rulesById.get(reader.id) ?? { calculate: null }
        if (calculate?.reads.has(key) === true) forInstances(reader, calculations.renew)
      }
      addReaders(key)
      return evaluateDue()
    },
    relist: next => {
      for (const [id, rows] of next) {
        const key = listIdKeyOf(id)
        if (values.outside[key] === rows) continue
        values.outside[key] = rows
        addReaders(key)
      }
      lists = next
      return evaluateDue()
    },
    reshape: next => {
      form = next
      if (values.outside['$language'] !== next.language) {
        values.outside['$language'] = next.language
        addReaders('$language')
      }
      const { keys, moved } = values.arrange(form, isAsked)
      for (const key of readLabels()) addReaders(key)
      begin(form.fields.filter(({ id }) => !states.has(id)))
      form.fields.filter(({ repeatId }) => moved.has(repeatId ?? '')).forEach(due.add)
      for (const field of form.template.fields) {
        if (!moved.has(field.repeatId ?? '')) continue
        values.gather(form, field)
        for (const key of setKeysOf(field)) addReaders(key)
      }
      for (const key of keys) addReaders(key)
      return evaluateDue()
    },
  }
}
