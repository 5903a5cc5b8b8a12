import type { Rule } from '../../../replication/wire/logic.ts'
import type { ReportLine } from '../report.ts'
import type { Initial, SourceField, SourceForm, Written } from '../source.ts'
import type { Meaning, Scope } from '../xpath/names.ts'
import {
  translateCondition,
  translateText,
  translateValue,
  type Translated,
} from '../xpath/translate.ts'
import { createFinder, type Found } from './find.ts'
import { givenName } from './given.ts'
import type { Entry, GroupCondition, Outline } from './outline.ts'
import { isNoteOnly, shapeOf } from './shape.ts'
import type { Fill } from './words.ts'

/** Options of an import. */
export interface ImportOptions {
  /** Leaves out expressions that cannot be read and reports them, instead of refusing the form. */
  readonly leaveOutBroken: boolean
}

/** The place of a text. */
export interface TextPlace {
  readonly name: string
  readonly place: string
  readonly path: readonly string[]
  readonly repeatId: string | null
}

/** Translates a form's expressions and records the outcome of each. */
export interface Rules {
  /** A condition of a field; null when it was left out. */
  readonly condition: (
    entry: Entry,
    what: string,
    written: Written,
    isAnswered?: boolean,
  ) => Rule | null
  /** A condition of a group, applied to a field within it or to its repeat. */
  readonly groupCondition: (
    name: string,
    of: GroupCondition,
    repeatId: string | null,
  ) => Rule | null
  readonly choiceFilter: (entry: Entry, written: Written) => Rule | null
  /** A field's initial value. */
  readonly initial: (entry: Entry, written: Initial) => Rule | null
  /** The number of occurrences of a repeat. */
  readonly count: (name: string, of: GroupCondition) => Rule | null
  /** The replacement for a reference within a text. */
  readonly fillIn: (at: TextPlace, reference: string) => Fill
  /** A field's calculation; null when it has none or it cannot be translated. */
  readonly calculation: (entry: Entry) => Rule | null
  /** Whether the field becomes part of the form. */
  readonly isKept: (entry: Entry) => boolean
  readonly lines: readonly ReportLine[]
  readonly problems: readonly string[]
}

/** The field that a rule only reads, without anything else. Its id must not contain braces. */
const answerOf = (rule: Rule): string | null => {
  const id = /^\{"to_text":\[\{"var":"([^"$\\{}][^"\\{}]*)"\}\]\}$/.exec(JSON.stringify(rule))?.[1]
  return id ?? null
}

/** Fields that consist of a calculation only. */
const isCalculated = ({ type }: SourceField): boolean =>
  type === 'calculate' || type === 'today' || type === 'metadata'

const yes = /^(yes|true(\(\))?|1)$/i

/** Whether a cell says yes. */
export const isYes = (written: Written | null): boolean => yes.test(written?.text.trim() ?? '')
/** Whether a cell says no, or is empty. */
export const isNo = (written: Written | null): boolean =>
  written === null || /^(no|false(\(\))?|0)$/i.test(written.text.trim())

const isReadOnly = ({ type, readOnly }: SourceField): boolean =>
  type === 'note' || (isYes(readOnly) && type !== 'calculate')

/** Creates the translator of a form's expressions. */
export const createRules = (
  form: SourceForm,
  outline: Outline,
  { leaveOutBroken }: ImportOptions,
): Rules => {
  const find = createFinder(outline, form.root)
  const lines: ReportLine[] = []
  const problems: string[] = []
  const calculations = new Map<Entry, Rule | null>()

  const note = (name: string, what: string, written: Written, result: Translated): Rule | null => {
    const prefix = `${written.place}: ${what}`
    switch (result.kind) {
      case 'translated':
        lines.push({ name, outcome: 'translated', what: `${prefix} "${written.text}"` })
        for (const how of result.simplified) {
          lines.push({ name, outcome: 'simplified', what: `${prefix}: ${how}` })
        }
        return result.rule
      case 'left-out':
        lines.push({
          name,
          outcome: 'left out',
          what: `${prefix} "${written.text}": ${result.reason}`,
        })
        return null
      case 'malformed': {
        const problem = `${written.place}, character ${result.at + 1}: ${result.message}, in ${what} "${written.text}".`
        if (leaveOutBroken) lines.push({ name, outcome: 'left out', what: problem })
        else problems.push(problem)
        return null
      }
    }
  }

  const meaningOf = (found: Found): Meaning => {
    if (found.kind === 'group') return { kind: 'group' }
    if (found.kind === 'repeat') {
      const { path, id } = found
      return {
        kind: 'repeat',
        id,
        child: steps =>
          meaningOf(find({ kind: 'path', from: 'here', steps, conditions: [], at: 0 }, path)),
      }
    }
    if (found.kind !== 'field') return found
    const { entry } = found
    const shape = shapeOf(entry.field, entry.id)
    if (shape.kind === 'left out' || !isKept(entry)) {
      return { kind: 'left-out', name: entry.field.name }
    }
    return {
      kind: 'field',
      id: entry.id,
      holds: calculation(entry) === null ? shape.holds : 'answer',
      repeatId: entry.repeatId,
      hasLabels: entry.field.options?.kind === 'list',
    }
  }

  const scopeAt = (
    here: readonly string[],
    repeatId: string | null,
    more: Partial<Scope> = {},
  ): Scope => ({
    meaning: name => meaningOf(find(name, here)),
    repeatId,
    isAnswered: false,
    isInRows: false,
    list: () => null,
    ...more,
  })

  const initialRule = (entry: Entry, initial: Initial): Rule | null => {
    if (!initial.isExpression) return { cat: [initial.text] }
    const result = translateValue(initial.text, scopeAt(entry.path, entry.repeatId))
    return note(entry.field.name, 'default', initial, result)
  }
  const workOut = (entry: Entry): Rule | null => {
    const { field, path, repeatId } = entry
    if (field.type === 'today') return { var: '$today' }
    if (field.type === 'metadata') return { var: `$${givenName(field.typeText) ?? ''}` }
    const { calculation: written, initial } = field
    if (written !== null) {
      const result = translateValue(written.text, scopeAt(path, repeatId))
      return note(field.name, 'calculation', written, result)
    }
    const isConstant = field.type === 'calculate' || isReadOnly(field)
    if (initial !== null && isConstant) {
      const begun = initialRule(entry, initial)
      if (begun === null || !initial.isExpression) return begun
      return { coalesce: [{ var: '$self' }, begun] }
    }
    return isReadOnly(field) && !isNoteOnly(field) ? { cat: [''] } : null
  }
  const calculation = (entry: Entry): Rule | null => {
    const known = calculations.get(entry)
    if (known !== undefined) return known
    // A placeholder, so that a circular calculation ends here. The fill screen reports the circle.
    calculations.set(entry, { cat: [''] })
    const rule = workOut(entry)
    calculations.set(entry, rule)
    return rule
  }
  const isKept = (entry: Entry): boolean =>
    shapeOf(entry.field, entry.id).kind === 'field' &&
    (!isCalculated(entry.field) || calculation(entry) !== null)

  /** Within a choice filter, a bare name is a column of the options. */
  const optionMeaning = (entry: Entry): Scope['meaning'] => {
    const { options } = entry.field
    const all = options?.kind === 'list' ? options.options : []
    const columns = new Set(all.flatMap(option => Object.keys(option.columns)))
    const own: Readonly<Record<string, string>> = { name: 'value', label: 'label' }
    return name => {
      const column = name.kind === 'path' && name.from === 'here' ? name.steps.join('/') : null
      if (column === null || /^\.\.?(\/|$)/.test(column)) return meaningOf(find(name, entry.path))
      const wanted = column.replaceAll('.', '_')
      // Column headers are compared without case.
      const isAlike = (one: string) => one.toLowerCase() === wanted.toLowerCase()
      const found = columns.has(wanted) ? wanted : [...columns].find(isAlike)
      const known = own[column] ?? found
      return known === undefined
        ? { kind: 'nowhere', name: column }
        : { kind: 'option', column: known }
    }
  }

  return {
    condition: ({ field, path, repeatId }, what, written, isAnswered = false) =>
      note(
        field.name,
        what,
        written,
        translateCondition(written.text, scopeAt(path, repeatId, { isAnswered })),
      ),
    groupCondition: (name, { written, path }, repeatId) =>
      note(
        name,
        'relevant of its group',
        written,
        translateCondition(written.text, scopeAt(path, repeatId)),
      ),
    choiceFilter: (entry, written) => {
      if (entry.field.options?.kind === 'elsewhere') {
        const reason = 'its options are not in the file'
        return note(entry.field.name, 'choice filter', written, { kind: 'left-out', reason })
      }
      const scope = scopeAt(entry.path, entry.repeatId, { meaning: optionMeaning(entry) })
      return note(
        entry.field.name,
        'choice filter',
        written,
        translateCondition(written.text, scope),
      )
    },
    initial: initialRule,
    count: (name, { written, path }) =>
      note(name, 'repeat_count', written, translateValue(written.text, scopeAt(path, null))),
    fillIn: (at, reference) => {
      const isName = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u.test(reference)
      const text = isName ? `\${${reference}}` : reference
      const translated = translateText(text, scopeAt(at.path, at.repeatId))
      if (translated.kind !== 'translated') {
        const reason = translated.kind === 'malformed' ? translated.message : translated.reason
        const what = `${at.place}: "${reference}" within its text: ${reason}`
        lines.push({ name: at.name, outcome: 'left out', what })
        return { kind: 'nothing' }
      }
      for (const how of translated.simplified) {
        lines.push({
          name: at.name,
          outcome: 'simplified',
          what: `${at.place}: "${reference}" within its text: ${how}`,
        })
      }
      const { rule } = translated
      const id = answerOf(rule)
      return id === null ? { kind: 'rule', rule } : { kind: 'answer', id }
    },
    calculation,
    isKept,
    lines,
    problems,
  }
}
