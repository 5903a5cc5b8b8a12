import type { Rule, SetBy } from '../../../replication/wire/logic.ts'
import type { ReportLine } from '../report.ts'
import { caseRule } from '../cases/case-rules.ts'
import type { Lists } from '../lists/lists.ts'
import {
  isCalculated,
  isYes,
  type Initial,
  type SourceField,
  type SourceForm,
  type SourceRows,
  type Written,
} from '../source.ts'
import type { Meaning, Scope } from '../xpath/names.ts'
import {
  translateCondition,
  translateFilter,
  translateFlag,
  translateName,
  translateRows,
  translateText,
  translateValue,
  type TranslatedRows,
} from '../xpath/translate.ts'
import { createFinder, type Found } from './find.ts'
import { constantRule, fitted, givenRule } from './fitted.ts'
import { optionAt } from './options.ts'
import type { Entry, GroupCondition, Outline } from './outline.ts'
import { createOutcomes } from './outcomes.ts'
import { createSets } from './set-by.ts'
import { isNoteOnly, shapeOf } from './shape.ts'
import { fillOf, type Fill } from './words.ts'

/** Options of an import. */
export interface ImportOptions {
  /** Leaves out expressions that cannot be read and reports them, instead of refusing the form. */
  readonly leaveOutBroken: boolean
}

/** The place of a text. */
interface TextPlace {
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
  /** The rows that are a field's options, and the key of their value; null when they cannot be translated. */
  readonly optionRows: (entry: Entry, of: SourceRows) => TranslatedRows | null
  /** The seed of a random order. */
  readonly seed: (entry: Entry, written: Written) => Rule | null
  /** A field's initial value. */
  readonly initial: (entry: Entry, written: Initial) => Rule | null
  /** What sets a field's answer when others change. */
  readonly setBy: (entry: Entry) => readonly SetBy[]
  /** The number of occurrences of a repeat. */
  readonly count: (name: string, of: GroupCondition, outerId: string | null) => Rule | null
  /** The replacement for a reference within a text. */
  readonly fillIn: (at: TextPlace, reference: string) => Fill
  /** A field's calculation; null when it has none or it cannot be translated. */
  readonly calculation: (entry: Entry) => Rule | null
  /** Whether the field becomes part of the form. */
  readonly isKept: (entry: Entry) => boolean
  readonly lines: readonly ReportLine[]
  readonly problems: readonly string[]
}

const isReadOnly = ({ type, readOnly }: SourceField): boolean =>
  type === 'note' || (isYes(readOnly) && type !== 'calculate')

/** Creates the translator of a form's expressions. */
export const createRules = (
  form: SourceForm,
  outline: Outline,
  lists: Lists,
  { leaveOutBroken }: ImportOptions,
): Rules => {
  const find = createFinder(outline, form.root)
  const { note, noted, lines, problems } = createOutcomes(leaveOutBroken)
  const calculations = new Map<Entry, Rule | null>()

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
    outerOf: id => outline.outerById.get(id) ?? null,
    isAnswered: false,
    isInRows: false,
    mayReadLast: false,
    list: lists.idOf,
    ...more,
  })

  const initialRule = (entry: Entry, initial: Initial, what = 'default'): Rule | null => {
    const { field, path, repeatId } = entry
    if (!initial.isExpression) return constantRule(field, initial.text)
    const scope = scopeAt(path, repeatId, { mayReadLast: what === 'default' })
    const rule = note(field.name, what, initial, translateValue(initial.text, scope))
    return rule === null ? null : fitted(field, rule)
  }
  const workOut = (entry: Entry): Rule | null => {
    const { field, path, repeatId } = entry
    if (field.ofCase !== undefined) {
      const scope = scopeAt(path, repeatId)
      return caseRule(field.ofCase, {
        value: (what, of) => note(field.name, what, of, translateValue(of.text, scope)),
        flag: (what, of) => note(field.name, what, of, translateFlag(of.text, scope)),
      })
    }
    if (field.type === 'today' || field.type === 'metadata') return givenRule(field, path)
    const { calculation: written, initial } = field
    if (written !== null) {
      const result = translateValue(written.text, scopeAt(path, repeatId))
      const rule = note(field.name, 'calculation', written, result)
      return rule === null ? null : fitted(field, rule)
    }
    const isConstant = field.type === 'calculate' || isReadOnly(field)
    if (isConstant && setBy(entry).length > 0) return { var: '$self' }
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
  const setBy = createSets({
    nameOf: ({ field, path, repeatId }, written, meaning) => {
      const named = translateName(written.text, scopeAt(path, repeatId, { meaning }))
      return noted(field.name, 'trigger', written, named)?.id ?? null
    },
    find,
    meaningOf,
    isWorkedOut: entry => isNoteOnly(entry.field) || calculation(entry) !== null,
    valueOf: (entry, written) => initialRule(entry, written, 'calculation'),
  })
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

  /** `${member}` as a path to the occurrences of its repeat in which it is answered, and its path within these. */
  const rowsOf = (entry: Entry, { nodeset, value }: SourceRows): readonly [string, string] => {
    if (!nodeset.startsWith('$')) return [nodeset, value]
    const found = find({ kind: 'reference', name: value, at: 0 }, entry.path)
    const repeat =
      found.kind === 'field'
        ? [...outline.nodes.values()].find(
            node => node.kind === 'repeat' && node.id === found.entry.repeatId,
          )
        : undefined
    if (found.kind !== 'field' || repeat?.kind !== 'repeat') return [nodeset, value]
    const inside = found.entry.path.slice(repeat.path.length).join('/')
    return [`/${[form.root || 'data', ...repeat.path].join('/')}[./${inside} != '']`, inside]
  }

  return {
    optionRows: (entry, of) => {
      const { field, path, repeatId } = entry
      const [nodeset, value] = rowsOf(entry, of)
      const scope = scopeAt(path, repeatId)
      const filter = field.choiceFilter
      const filtered = filter === null ? null : `${nodeset}[${filter.text}]`
      const translated =
        filter === null || filtered === null
          ? null
          : noted(field.name, 'choice filter', filter, translateRows(`${filtered}/${value}`, scope))
      if (translated !== null) return translated
      const written = { text: nodeset, place: field.place }
      return noted(field.name, 'options', written, translateRows(`${nodeset}/${value}`, scope))
    },
    seed: ({ field, path, repeatId }, written) =>
      note(field.name, 'seed', written, translateValue(written.text, scopeAt(path, repeatId))),
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
      const result = translateFilter(optionAt(entry.field, written.text), scope)
      return note(entry.field.name, 'choice filter', written, result)
    },
    initial: initialRule,
    setBy,
    count: (name, { written, path }, outerId) =>
      note(name, 'repeat_count', written, translateValue(written.text, scopeAt(path, outerId))),
    fillIn: (at, reference) => {
      const isName = /^(last-saved#)?[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u.test(reference)
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
      return fillOf(translated.rule)
    },
    calculation,
    isKept,
    lines,
    problems,
  }
}
