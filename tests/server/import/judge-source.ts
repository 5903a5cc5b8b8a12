import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { ReportLine } from '../../../server/import/report.ts'
import type {
  SourceField,
  SourceForm,
  SourceGroup,
  SourceItem,
  Written,
} from '../../../server/import/source.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { readXPath, toText, toTruth, type Plain, type PlainScope } from './plain-xpath.ts'

/**
 * The expected state of a form for given answers, evaluated directly from its source's expressions: nothing is
 * translated, and nothing is remembered between two answers.
 */

/** The expected state of a field in one occurrence. */
export interface SourceVerdict {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isInvalid: boolean
  /** The values of the offered options. */
  readonly offered: readonly string[]
}

/** The answers, and the occurrences that exist. */
export interface Given {
  /** By slot, as the fill screen names them. */
  readonly answers: ReadonlyMap<string, Answer>
  /** The numbers of the occurrences of each repeat, by its id. */
  readonly occurrences: ReadonlyMap<string, readonly number[]>
  readonly today: string
}

interface Placed {
  readonly field: SourceField
  readonly id: string
  readonly path: readonly string[]
  readonly repeat: PlacedRepeat | null
  /** Its groups within the repeat, when it is in one. */
  readonly groups: readonly PlacedGroup[]
}

interface PlacedGroup {
  readonly group: SourceGroup
  readonly path: readonly string[]
}

interface PlacedRepeat extends PlacedGroup {
  readonly id: string
  readonly groups: readonly PlacedGroup[]
}

/** Evaluates the source. */
export interface SourceJudge {
  /** By slot. */
  readonly judge: (given: Given) => ReadonlyMap<string, SourceVerdict>
  readonly fields: readonly Placed[]
  /** How many expressions were evaluated so far, and how many not because the import reported them as left out. */
  readonly counts: () => { readonly asked: number; readonly leftOut: number }
}

const saysYes = (written: Written | null) => /^(yes|true(\(\))?|1)$/i.test(written?.text ?? '')
const saysNo = (written: Written | null) => /^(|no|false(\(\))?|0)$/i.test(written?.text ?? '')

/** Whether a field is only displayed. */
const isShownOnly = ({ type, readOnly, calculation }: SourceField): boolean =>
  ['calculate', 'note', 'today'].includes(type) || saysYes(readOnly) || calculation !== null

/** Creates a judge for a form's source. Skips what the import reported as left out. */
export const judgeSource = (form: SourceForm, report: readonly ReportLine[]): SourceJudge => {
  const leftOutTexts = report.flatMap(({ outcome, what }) => (outcome === 'left out' ? [what] : []))
  const compiled = new Map<Written, ((scope: PlainScope) => Plain) | null>()
  const isLeftOut = ({ place, text }: Written) =>
    leftOutTexts.some(what => what.startsWith(place) && what.includes(` "${text}"`))
  const expression = (written: Written) => {
    const known = compiled.get(written)
    if (known !== undefined) return known
    const read = isLeftOut(written) ? null : readXPath(written.text)
    compiled.set(written, read)
    return read
  }
  const fields = place(form)
  const judge = (given: Given) => judgeAll(fields, given, expression)
  const counts = () => {
    const all = [...compiled.values()]
    const leftOut = all.filter(read => read === null).length
    return { asked: all.length - leftOut, leftOut }
  }
  return { judge, fields, counts }
}

const place = (form: SourceForm): readonly Placed[] => {
  const names = new Map<string, number>()
  const count = (items: readonly SourceItem[]) => {
    for (const item of items) {
      names.set(item.name, (names.get(item.name) ?? 0) + 1)
      if (item.kind !== 'field') count(item.items)
    }
  }
  count(form.items)
  const idOf = (name: string, path: readonly string[]) =>
    names.get(name) === 1 ? name : path.join('/')
  const found: Placed[] = []
  const walk = (
    items: readonly SourceItem[],
    above: readonly string[],
    groups: readonly PlacedGroup[],
    repeat: PlacedRepeat | null,
  ) => {
    for (const item of items) {
      const path = item.path ?? (item.name === '' ? above : [...above, item.name])
      if (item.kind === 'field') {
        found.push({ field: item, id: idOf(item.name, path), path, repeat, groups })
      } else if (item.kind === 'repeat' && repeat === null) {
        walk(item.items, path, [], { group: item, path, groups, id: idOf(item.name, path) })
      } else if (item.kind === 'repeat') {
        throw new Error('Repeats within repeats are compared in tests/fuzz/odk-nested.test.ts.')
      } else walk(item.items, path, [...groups, { group: item, path }], repeat)
    }
  }
  walk(form.items, [], [], null)
  return found
}

type Expressions = (written: Written) => ((scope: PlainScope) => Plain) | null

const judgeAll = (
  fields: readonly Placed[],
  given: Given,
  expression: Expressions,
): ReadonlyMap<string, SourceVerdict> => {
  const byPath = new Map(fields.map(placed => [placed.path.join('/'), placed]))
  const byName = new Map(fields.map(placed => [placed.field.name, placed]))
  const repeats = new Map(
    fields.flatMap(({ repeat }) => (repeat === null ? [] : [[repeat.path.join('/'), repeat]])),
  )
  const isSeen = new Map<string, boolean>()
  const values = new Map<string, string>()
  const numbersOf = ({ repeat }: Placed): readonly number[] =>
    repeat === null ? [0] : (given.occurrences.get(repeat.id) ?? [])

  const pathOf = (written: string, here: readonly string[]): string => {
    const steps = written.split('/')
    let path = written.startsWith('/') ? [] : [...here]
    for (const step of written.startsWith('/') ? steps.slice(2) : steps) {
      if (step === '..') path = path.slice(0, -1)
      else if (step !== '.') path.push(step)
    }
    return path.join('/')
  }
  const scopeOf = (
    here: readonly string[],
    repeat: PlacedRepeat | null,
    occurrence: number,
    columns: Readonly<Record<string, string>> = {},
  ): PlainScope => ({
    today: given.today,
    position:
      repeat === null ? 0 : (given.occurrences.get(repeat.id) ?? []).indexOf(occurrence) + 1,
    nodes: written => {
      const column = columns[written]
      if (column !== undefined) return [column]
      // Some authors write null for no answer.
      if (written === 'null') return []
      const name = /^\$\{(.*)\}$/.exec(written)?.[1]
      const path = name === undefined ? pathOf(written, here) : null
      const wholeRepeat = [...repeats.values()].find(one =>
        path === null ? one.group.name === name : one.path.join('/') === path,
      )
      if (wholeRepeat !== undefined) {
        if (!isRepeatSeen(wholeRepeat)) return []
        return (given.occurrences.get(wholeRepeat.id) ?? []).map(() => '')
      }
      const of = path === null ? byName.get(name ?? '') : byPath.get(path)
      if (of === undefined) throw new Error(`There is no ${written} at /${here.join('/')}.`)
      const isOwn = of.repeat !== null && of.repeat === repeat
      return (isOwn ? [occurrence] : numbersOf(of)).map(number => valueOf(of, number))
    },
  })
  const ask = (written: Written, scope: PlainScope): boolean => {
    const read = expression(written)
    return read === null || toTruth(read(scope))
  }
  const isGroupSeen = ({ group, path }: PlacedGroup, repeat: PlacedRepeat | null, n: number) =>
    group.relevant === null || ask(group.relevant, scopeOf(path, repeat, n))

  const isRepeatSeen = (repeat: PlacedRepeat): boolean =>
    [...repeat.groups, repeat].every(group => isGroupSeen(group, null, 0))

  const isVisible = (placed: Placed, n: number): boolean => {
    const slot = slotId(placed.id, n)
    const known = isSeen.get(slot)
    if (known !== undefined) return known
    isSeen.set(slot, true)
    const { field, repeat, groups, path } = placed
    const seen =
      (repeat === null || isRepeatSeen(repeat)) &&
      groups.every(group => isGroupSeen(group, repeat, n)) &&
      (field.relevant === null || ask(field.relevant, scopeOf(path, repeat, n)))
    isSeen.set(slot, seen)
    return seen
  }
  const valueOf = (placed: Placed, n: number): string => {
    const slot = slotId(placed.id, n)
    const known = values.get(slot)
    if (known !== undefined) return known
    values.set(slot, '')
    const value = isVisible(placed, n) ? ownValue(placed, n) : ''
    values.set(slot, value)
    return value
  }
  const ownValue = ({ field, id, path, repeat }: Placed, n: number): string => {
    if (field.type === 'today') return given.today
    if (field.calculation !== null) {
      const read = expression(field.calculation)
      if (read !== null) return toText(read(scopeOf(path, repeat, n)))
    }
    if (isShownOnly(field)) return field.initial?.text ?? ''
    const answer = given.answers.get(slotId(id, n)) ?? ''
    return typeof answer === 'string' ? answer.trim() : answer.join(' ')
  }
  const offeredTo = ({ field, path, repeat }: Placed, n: number): readonly string[] => {
    if (field.type === 'acknowledge') return ['OK']
    if (field.options?.kind !== 'list') return []
    const filter = field.choiceFilter
    return field.options.options
      .filter(
        ({ value, label, columns }) =>
          filter === null ||
          ask(filter, scopeOf(path, repeat, n, { ...columns, name: value, label: label.plain })),
      )
      .map(({ value }) => value)
  }
  const refuses = (placed: Placed, n: number, offered: readonly string[]): boolean => {
    const { field, path, repeat } = placed
    const value = valueOf(placed, n)
    const isWhole = ['integer', 'range'].includes(field.type)
    if (isWhole && !/^-?\d+$/.test(value)) return true
    const chosen = field.type === 'select_one' ? [value] : value.split(' ')
    const isChoice = field.options?.kind === 'list'
    if (isChoice && !chosen.every(one => offered.includes(one))) return true
    return field.constraint !== null && !ask(field.constraint, scopeOf(path, repeat, n))
  }
  /** Whether a field is shown in more cases than in the source, and so need not be answered. */
  const isAskedMore = ({ field, groups }: Placed): boolean =>
    [field.relevant, ...groups.map(({ group }) => group.relevant)].some(
      written => written !== null && expression(written) === null,
    )
  const requires = (placed: Placed, n: number): boolean => {
    const { field, path, repeat } = placed
    const { required } = field
    if (isShownOnly(field) || required === null || saysNo(required)) return false
    if (saysYes(required)) return !isAskedMore(placed)
    return expression(required) !== null && ask(required, scopeOf(path, repeat, n))
  }

  const verdicts = new Map<string, SourceVerdict>()
  for (const placed of fields) {
    for (const n of numbersOf(placed)) {
      const seen = isVisible(placed, n)
      const offered = offeredTo(placed, n)
      const isRequired = requires(placed, n)
      const isAnswered = seen && valueOf(placed, n) !== ''
      const isInvalid =
        seen &&
        !isShownOnly(placed.field) &&
        (isAnswered ? refuses(placed, n, offered) : isRequired)
      verdicts.set(slotId(placed.id, n), { isVisible: seen, isRequired, isInvalid, offered })
    }
  }
  return verdicts
}
