import type { Rule } from '../../../replication/wire/logic.ts'
import type { ReportLine } from '../report.ts'
import type { SourceField, SourceForm, Written } from '../source.ts'
import type { Meaning, Scope } from '../xpath/names.ts'
import { translateCondition, translateValue, type Translated } from '../xpath/translate.ts'
import { createFinder, type Found } from './find.ts'
import type { Entry, GroupCondition, Outline } from './outline.ts'
import { shapeOf } from './shape.ts'

/** What the builder may set of an import. */
export interface ImportOptions {
  /** Leaves out expressions that cannot be read, with a line in the report, instead of refusing the form. */
  readonly leaveOutBroken: boolean
}

/** Translates a form's expressions and remembers what became of each. */
export interface Rules {
  /** A condition of a field; null when it was left out. */
  readonly condition: (
    entry: Entry,
    what: string,
    written: Written,
    isAnswered?: boolean,
  ) => Rule | null
  /** A condition of a group, for a field within it or for the repeat that it is. */
  readonly groupCondition: (
    name: string,
    of: GroupCondition,
    repeatId: string | null,
  ) => Rule | null
  readonly choiceFilter: (entry: Entry, written: Written) => Rule | null
  /** What a field is worked out by; null when it is not, or cannot be. */
  readonly calculation: (entry: Entry) => Rule | null
  /** Whether the field is part of the form at all. */
  readonly isKept: (entry: Entry) => boolean
  readonly lines: readonly ReportLine[]
  readonly problems: readonly string[]
}

/** Fields that are nothing but what is worked out. */
const isCalculated = ({ type }: SourceField): boolean => type === 'calculate' || type === 'today'

const yes = /^(yes|true(\(\))?|1)$/i

/** Whether a column says a plain yes. */
export const saysYes = (written: Written | null): boolean => yes.test(written?.text.trim() ?? '')
/** Whether it says a plain no, or nothing. */
export const saysNo = (written: Written | null): boolean =>
  written === null || /^(no|false(\(\))?|0)$/i.test(written.text.trim())

const isReadOnlyText = ({ type, readOnly }: SourceField): boolean =>
  type === 'note' || (saysYes(readOnly) && type !== 'calculate')

/** Sets up the translation of a form's expressions. */
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
    const told = `${written.place}: ${what}`
    switch (result.kind) {
      case 'translated':
        lines.push({ name, outcome: 'translated', what: `${told} "${written.text}"` })
        for (const how of result.simplified) {
          lines.push({ name, outcome: 'simplified', what: `${told}: ${how}` })
        }
        return result.rule
      case 'left-out':
        lines.push({
          name,
          outcome: 'left out',
          what: `${told} "${written.text}": ${result.reason}`,
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
    if (found.kind !== 'field') return found
    const { entry } = found
    const shape = shapeOf(entry.field, entry.id)
    if (shape.kind === 'left out' || !isKept(entry)) {
      return { kind: 'left-out', name: entry.field.name }
    }
    const { options } = entry.field
    const labels = options?.kind === 'list' ? options.options : []
    return {
      kind: 'field',
      id: entry.id,
      holds: calculation(entry) === null ? shape.holds : 'answer',
      repeatId: entry.repeatId,
      labels: new Map(labels.map(({ value, label }) => [value, label.plain])),
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
    ...more,
  })

  const workOut = (entry: Entry): Rule | null => {
    const { field, path, repeatId } = entry
    if (field.type === 'today') return { var: '$today' }
    const { calculation: written, initial } = field
    if (written !== null) {
      const result = translateValue(written.text, scopeAt(path, repeatId))
      return note(field.name, 'calculation', written, result)
    }
    const isConstant = field.type === 'calculate' || isReadOnlyText(field)
    if (initial !== null && isConstant) return { cat: [initial.text] }
    return isReadOnlyText(field) ? { cat: [''] } : null
  }
  const calculation = (entry: Entry): Rule | null => {
    const known = calculations.get(entry)
    if (known !== undefined) return known
    // Whoever asks again while this is worked out goes in a circle; the fill screen tells of it.
    calculations.set(entry, { cat: [''] })
    const rule = workOut(entry)
    calculations.set(entry, rule)
    return rule
  }
  const isKept = (entry: Entry): boolean =>
    shapeOf(entry.field, entry.id).kind === 'field' &&
    (!isCalculated(entry.field) || calculation(entry) !== null)

  /** Within a filter a bare name is a column of the options. */
  const optionMeaning = (entry: Entry): Scope['meaning'] => {
    const { options } = entry.field
    const all = options?.kind === 'list' ? options.options : []
    const columns = new Set(all.flatMap(option => Object.keys(option.columns)))
    const own: Readonly<Record<string, string>> = { name: 'value', label: 'label' }
    return name => {
      const column = name.kind === 'path' && name.from === 'here' ? name.steps.join('/') : null
      if (column === null || /^\.\.?(\/|$)/.test(column)) return meaningOf(find(name, entry.path))
      const wanted = column.replaceAll('.', '_')
      // The heads of a workbook are read whatever their case.
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
    calculation,
    isKept,
    lines,
    problems,
  }
}
