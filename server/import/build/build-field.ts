import { takesFiles, type FieldType } from '../../../replication/wire/field-types.ts'
import type { CaseOf, Rule } from '../../../replication/wire/logic.ts'
import { caseOf } from '../cases/case-rules.ts'
import type { Lists } from '../lists/lists.ts'
import { columnName } from '../lists/read-list.ts'
import type { ReportLine } from '../report.ts'
import {
  instanceNamePath,
  isNo,
  isYes,
  noTexts,
  rangeOf,
  type Saved,
  type SourceField,
  type SourceMedia,
  type Texts,
  type Written,
} from '../source.ts'
import { appearanceJson, obeyedParameters, withTickLabels } from './appearance.ts'
import { mediaJson } from './media.ts'
import { optionsJson, otherOption } from './options.ts'
import { pathKey, type Entry, type Outline } from './outline.ts'
import type { Rules } from './rules.ts'
import { isNoteOnly, isUsedAppearance, shapeOf } from './shape.ts'
import { Fills, wordsJson } from './words.ts'

/** What a form's fields are built with. */
export interface FieldBuilder {
  readonly rules: Rules
  readonly lists: Lists
  readonly outline: Outline
  readonly report: (line: ReportLine) => void
}

/** A field of a form's JSON. */
export interface BuiltField {
  readonly id: string
}

/** Joins rules with `and`; undefined when there are none. */
export const allOf = (rules: readonly Rule[]): Rule | undefined =>
  rules.length > 1 ? { and: rules } : rules[0]

/** A field of the form's JSON; null when it is left out. Everything noteworthy is added to the report. */
export const buildField = (entry: Entry, builder: FieldBuilder): BuiltField | null => {
  const { field, id } = entry
  const { rules } = builder
  const shape = shapeOf(field, id)
  const say = (outcome: ReportLine['outcome'], what: string) =>
    builder.report({ name: field.name, outcome, what: `${field.place}: ${what}` })
  for (const what of field.leftOut) builder.report({ name: field.name, outcome: 'left out', what })
  if (shape.kind === 'left out') {
    say('left out', shape.reason)
    return null
  }
  if (!rules.isKept(entry)) {
    // Otherwise, the line about its expression reports that it is left out.
    if (field.calculation === null && field.initial === null) {
      say('left out', 'nothing says what it is worked out by')
    }
    return null
  }
  for (const what of shape.simplified) say('simplified', what)
  if (field.options?.kind === 'rows') {
    for (const what of field.options.leftOut) say('left out', what)
    if (field.hasOther) say('left out', 'the option "other", which is not a row of its list')
  }
  const fills = new Fills(reference =>
    rules.fillIn({ name: field.name, place: field.place, ...entry }, reference),
  )
  const words = (texts: Texts, what: string): Texts => {
    const filled = fills.fill(texts)
    if (filled.isCut) say('simplified', `the ${what} is cut at 4000 characters`)
    return filled.texts
  }
  const shown = (media: SourceMedia) => mediaJson(media, builder.lists, say)
  const calculate = rules.calculation(entry)
  reportUnused(field, shape.type, calculate !== null, say)
  const isAsked = calculate === null && shape.type !== 'NOTE'

  const visible = visibleIf(entry, rules)
  if (visible.isLess && isYes(field.required)) {
    say('simplified', 'it is optional, because it is asked more often than in the source')
  }
  const isLabelled = field.label.plain !== ''
  // Without a label, the hint asks the question, because the name is only for the office.
  const label = words(isLabelled ? field.label : field.hint, 'label')
  const constraint =
    field.constraint === null || !isAsked
      ? null
      : rules.condition(entry, 'constraint', field.constraint, true)
  const valid = isAsked ? allOf([...shape.valid, constraint ?? []].flat()) : undefined
  const filter =
    field.choiceFilter === null || field.options?.kind === 'rows'
      ? null
      : withOther(field, rules.choiceFilter(entry, field.choiceFilter))
  const isShown = !['calculate', 'today', 'metadata'].includes(field.type)
  if (isShown && label.plain === '') say('simplified', 'it has no label: its name is shown')
  const setBy = rules.setBy(entry)
  const isBegun = field.initial !== null && (calculate === null || setBy.length > 0)
  const begins = isBegun ? rules.initial(entry, field.initial) : null
  const labelled = withTickLabels(field, shape.type, what => say('left out', what))
  const json = {
    id,
    name: field.name,
    type: shape.type,
    ...wordsJson('label', 'labels', label.plain === '' ? { ...label, plain: field.name } : label),
    ...wordsJson('help_text', 'help_texts', isLabelled ? words(field.hint, 'hint') : noTexts),
    ...(field.guidance.plain === ''
      ? {}
      : wordsJson('guidance', 'guidances', words(field.guidance, 'guidance'))),
    is_required: isYes(field.required) && isAsked && !visible.isLess,
    ...shown(field.media),
    ...optionsJson(labelled, words, shown, say),
    ...rowsJson(entry, rules),
    ...orderJson(entry, rules),
    ...(takesFiles(shape.type) ? { multiple: false } : {}),
    ...(['RANGE', 'RATING'].includes(shape.type) ? { range: rangeOf(field) } : {}),
    ...(shape.type === 'TEXT' && field.appearance.includes('numbers') ? { is_numeric: true } : {}),
    ...appearanceJson(field, shape.type),
    ...(visible.rule === undefined ? {} : { visible_if: visible.rule }),
    ...requiredJson(entry, rules, isAsked),
    ...readOnlyJson(entry, rules, isAsked, say),
    ...(field.required === null || !isAsked || field.requiredMessage.plain === ''
      ? {}
      : wordsJson(
          'required_message',
          'required_messages',
          words(field.requiredMessage, 'message'),
        )),
    ...(valid === undefined ? {} : { valid_if: valid }),
    ...(valid === undefined || field.constraintMessage.plain === ''
      ? {}
      : wordsJson('valid_message', 'valid_messages', words(field.constraintMessage, 'message'))),
    ...(calculate === null ? {} : { calculate, show_calculation: isShown }),
    ...(pathKey(entry.path) === pathKey(instanceNamePath) ? { names_interview: true } : {}),
    ...(filter === null ? {} : { choice_filter: filter }),
    ...(begins === null ? {} : { default_value: begins }),
    ...(setBy.length === 0 ? {} : { set_by: setBy }),
    ...caseJson(entry, builder),
  }
  // Last, because it contains the fills of all the texts above.
  return { ...json, ...fills.json() }
}

/** The property `case` of the field with a case's id. What has no answer is saved to no property, and reported. */
const caseJson = (
  { field: { ofCase } }: Entry,
  { rules, outline, report }: FieldBuilder,
): { readonly case?: CaseOf } => {
  if (ofCase?.kind !== 'id') return {}
  const idAt = ({ path, property, place }: Saved): string | null => {
    const node = outline.nodes.get(pathKey(path))
    if (node?.kind !== 'field') return null
    const { field, id } = node.entry
    const shape = shapeOf(field, id)
    if (shape.kind === 'left out' || !rules.isKept(node.entry)) return null
    if (shape.type !== 'NOTE' && shape.holds !== 'files') return id
    const what = `${place}: nothing is saved to "${property}", because the answer is no text`
    report({ name: field.name, outcome: 'left out', what })
    return null
  }
  return { case: caseOf(ofCase, idAt) }
}

/** `or_other` is offered whatever the other options are filtered by. */
const withOther = ({ hasOther }: SourceField, filter: Rule | null): Rule | null =>
  filter === null || !hasOther
    ? filter
    : { or: [filter, { '==': [{ var: 'option.value' }, otherOption.value] }] }

/** The property for options that are rows. The value of a SELECT with several answers is a list. */
const rowsJson = (entry: Entry, rules: Rules): object => {
  const { options, type } = entry.field
  const rows = options?.kind === 'rows' ? rules.optionRows(entry, options) : null
  if (options?.kind !== 'rows' || rows === null) return {}
  const { label, labels, value, list } = options
  return {
    multiple: type === 'select_multiple',
    options_from: {
      rows: rows.rule,
      value: rows.column,
      label: list === null || label === value ? rows.column : columnName(label),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
  }
}

/** The property for a random order of options. Without a seed, the start of the interview is the seed. */
const orderJson = (entry: Entry, rules: Rules): object => {
  const { parameters, options, place } = entry.field
  if (options === null || !/^true/i.test(parameters['randomize'] ?? '')) return {}
  const { seed } = parameters
  const rule = seed === undefined ? null : rules.seed(entry, { text: seed, place })
  return { random_order: rule ?? { var: '$start' } }
}

const visibleIf = (entry: Entry, rules: Rules) => {
  const { field, conditions, repeatId } = entry
  const ofGroups = conditions.map(condition =>
    rules.groupCondition(field.name, condition, repeatId),
  )
  const own = field.relevant === null ? [] : [rules.condition(entry, 'relevant', field.relevant)]
  const all = [...ofGroups, ...own]
  const kept = all.filter(rule => rule !== null)
  return { rule: allOf(kept), isLess: kept.length < all.length }
}

const requiredJson = (entry: Entry, rules: Rules, isAsked: boolean) => {
  const { required } = entry.field
  if (required === null || !isAsked || isYes(required) || isNo(required)) return {}
  const rule = rules.condition(entry, 'required', required)
  return rule === null ? {} : { required_if: rule }
}

const readOnlyJson = (
  entry: Entry,
  rules: Rules,
  isAsked: boolean,
  say: (outcome: ReportLine['outcome'], what: string) => void,
) => {
  const { readOnly, required } = entry.field
  if (!isAsked || readOnly === null || isYes(readOnly) || isNo(readOnly)) return {}
  const rule = rules.condition(entry, 'read only', readOnly)
  if (rule === null) return {}
  if (!isNo(required)) say('simplified', 'while it is read only, it may stay without an answer')
  return { read_only_if: rule }
}

/** Reports everything about a field that has no effect here. */
const reportUnused = (
  field: SourceField,
  shown: FieldType,
  isCalculated: boolean,
  say: (outcome: ReportLine['outcome'], what: string) => void,
): void => {
  const { type, readOnly, parameters, appearance, calculation } = field
  const isTyped = !['calculate', 'note', 'today', 'metadata'].includes(type)
  if (calculation !== null && isTyped && isCalculated && !isYes(readOnly)) {
    say('simplified', 'what is worked out cannot be typed over')
  }
  if (field.initial !== null && calculation !== null && isCalculated) {
    say('left out', `the default ${quoted(field.initial)}: it is worked out`)
  }
  const isSeen = isTyped || type === 'note'
  if (isSeen && (isCalculated || isNoteOnly(field))) {
    for (const [what, rule] of Object.entries({
      constraint: field.constraint,
      required: field.required,
    })) {
      // A constraint that never holds is there to stop the surveyor.
      if (rule !== null && (what === 'constraint' || !isNo(rule)))
        say('left out', `${what} ${quoted(rule)}: nothing is answered here`)
    }
  }
  const unused = appearance.filter(word => !isUsedAppearance(field, shown, word))
  if (unused.length > 0) say('simplified', `the appearance "${unused.join(' ')}" is not used`)
  const own = [
    ...(type === 'range' ? ['start', 'end', 'step', 'tick_labelset'] : []),
    ...Object.keys(obeyedParameters(field, shown)),
    ...(field.options === null ? [] : ['randomize', 'seed']),
    ...(field.options?.kind === 'rows' ? ['value', 'label'] : []),
    ...(field.options !== null && type.startsWith('geo') ? ['reference-geometry'] : []),
  ]
  for (const [name, value] of Object.entries(parameters)) {
    if (!own.includes(name) || !isParameter(name, value)) {
      say('left out', `the parameter ${name}=${value}`)
    }
  }
}

/** Whether a parameter has a value that means something. */
const isParameter = (name: string, value: string): boolean => {
  switch (name) {
    case 'start':
    case 'end':
    case 'step':
      return Number.isFinite(Number(value))
    case 'randomize':
      return /^(true|false)(\(\))?$/i.test(value)
    default:
      return true
  }
}

const quoted = (written: Written | null): string => `"${written?.text ?? ''}"`
