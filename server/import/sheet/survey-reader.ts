import {
  noTexts,
  type SourceField,
  type SourceGroup,
  type SourceItem,
  type SourceOptions,
  type Written,
} from '../source.ts'
import { stemOf } from '../lists/read-list.ts'
import type { Lists } from './choices.ts'
import { isMediaColumn, mediaOf, textsOf } from './languages.ts'
import { rowsOptions, searchOptions, withoutSearch } from './search-options.ts'
import { flagAt, parametersOf, ruleAt, setByAt, unreadParameters, writtenAt } from './row-cells.ts'
import { appearanceWords, groupAppearance } from '../appearance-words.ts'
import { initialOf } from './spellings.ts'
import { meaningOf, rowTypeOf, type RowType } from './types.ts'
import { createUnused } from './unused.ts'
import type { Row } from './workbook.ts'

/** A group that has begun and not ended yet. */
interface Open {
  readonly group: Omit<SourceGroup, 'items'>
  readonly items: SourceItem[]
}

/** Whether a column has a text that the surveyor reads. */
export const isText = (column: string): boolean =>
  /^(label|hint|guidance_hint|constraint_message|required_message)(::.*)?$/.test(column)

const usedByQuestions =
  /^(type|name|relevant|required|constraint|calculation|trigger|read_only|default|appearance|parameters|disabled|save_to)$/
const usedByGroups = /^(type|name|label(::.*)?|relevant|appearance|disabled|save_to)$/

const placeTypes = /^geo(point|trace|shape)$/

/** Whether a row names a list: that of its options, or what a place is compared with. */
const hasList = (row: Row, type: RowType & { readonly kind: 'field' }): boolean =>
  type.list !== null ||
  (placeTypes.test(type.type) && /reference-geometry/.test(row.cells.get('parameters')?.text ?? ''))

/** Whether a column has a meaning in a row of this type. */
const isUsedIn = (row: Row, type: RowType, column: string): boolean => {
  if (type.kind === 'begin') {
    // Form editors write a "no" for every group.
    const saysNo = /^(required|read_only)$/.test(column) && flagAt(row, column)?.text === 'false()'
    const isCount = column === 'repeat_count' && type.what === 'repeat'
    return usedByGroups.test(column) || isCount || saysNo
  }
  const isFilter = column === 'choice_filter' && type.kind === 'field' && hasList(row, type)
  return isText(column) || usedByQuestions.test(column) || isMediaColumn(column) || isFilter
}

/** Reads the rows of a survey into groups. Collects problems with their cells. */
export class SurveyReader {
  readonly problems: string[] = []
  readonly leftOut: string[] = []
  /** The files of lists, by the list's name. */
  readonly files = new Map<string, string>()
  readonly #stack: Open[] = []
  readonly #top: SourceItem[] = []
  readonly #unused = createUnused('survey')
  readonly #unusedByGroups = createUnused('survey', ' of groups')

  constructor(
    readonly mainLanguage: string,
    readonly choices: Lists,
    readonly external: Lists,
    readonly leaveOutBroken: boolean,
  ) {}

  get items(): readonly SourceItem[] {
    return this.#top
  }

  read(row: Row): void {
    const type = row.cells.get('type')
    if (flagAt(row, 'disabled')?.text === 'true()') {
      this.leftOut.push(`${row.place}: the row is disabled`)
      return
    }
    const rowType = rowTypeOf(type?.text ?? '')
    const saveTo = row.cells.get('save_to')
    if (saveTo !== undefined && rowType.kind !== 'field') {
      this.problems.push(`${saveTo.place}: a group is saved to no property.`)
    }
    // The end of a group may repeat the cells of its beginning.
    if (rowType.kind !== 'end') {
      const unused = rowType.kind === 'begin' ? this.#unusedByGroups : this.#unused
      unused.add(row, column => isUsedIn(row, rowType, column))
    }
    if (type === undefined && !row.cells.has('name')) {
      this.leftOut.push(`${row.place}: a row without a type and a name`)
    } else if (type === undefined) {
      this.problems.push(`${row.place}: the row has no type.`)
    } else if (/^(csv|xml)-external$/i.test(type.text)) {
      const name = row.cells.get('name')?.text ?? ''
      this.files.set(name, `${name}.${type.text.slice(0, 3).toLowerCase()}`)
    } else {
      this.#readTyped(row, rowType, type)
    }
  }

  end(): void {
    this.leftOut.push(...this.#unused.lines(), ...this.#unusedByGroups.lines())
    for (const { group } of this.#stack) {
      this.problems.push(`${group.place}: "begin ${group.kind}" is never ended.`)
    }
  }

  #readTyped(row: Row, type: RowType, written: Written): void {
    switch (type.kind) {
      case 'unknown': {
        const line = `${written.place}: the type "${written.text}" is not known`
        if (this.leaveOutBroken) this.leftOut.push(line)
        else this.problems.push(`${line}.`)
        return
      }
      case 'end':
        this.#close(type.what, written)
        return
      case 'begin':
      case 'field': {
        const name = row.cells.get('name') ?? nameWithout(row, type, written)
        if (name === undefined) {
          this.problems.push(
            `${row.place}: the ${type.kind === 'begin' ? type.what : 'question'} has no name.`,
          )
          // The group is opened anyway, so that its end does not close another one.
          if (type.kind === 'begin') this.#open(row, type.what, { text: '', place: row.place })
        } else if (type.kind === 'begin') this.#open(row, type.what, name)
        else this.#add(this.#field(row, type, name, written.text))
      }
    }
  }

  #add(item: SourceItem): void {
    const items = this.#stack.at(-1)?.items ?? this.#top
    items.push(item)
  }

  #open(row: Row, kind: 'group' | 'repeat', name: Written): void {
    const appearance = writtenAt(row, 'appearance')
    const group = {
      ...groupAppearance(appearance),
      kind,
      name: name.text,
      path: null,
      place: name.place,
      label: textsOf(row, 'label', this.mainLanguage),
      relevant: ruleAt(row, 'relevant'),
      count: writtenAt(row, 'repeat_count'),
      begins: kind === 'repeat' ? 1 : 0,
    }
    this.#stack.push({ group, items: [] })
  }

  #close(what: 'group' | 'repeat', { place }: Written): void {
    const open = this.#stack.pop()
    if (open === undefined) {
      this.problems.push(`${place}: "end ${what}" has no matching "begin ${what}".`)
      return
    }
    if (open.group.kind !== what) {
      this.problems.push(
        `${place}: "end ${what}" appears where the ${open.group.kind} that begins at ${open.group.place} must end.`,
      )
    }
    this.#add({ ...open.group, items: open.items })
  }

  #options(
    type: RowType & { readonly kind: 'field' },
    place: string,
    appearance: string,
    parameters: SourceField['parameters'],
  ): SourceOptions | null {
    const list = type.list ?? (type.type === 'range' ? parameters['tick_labelset'] : undefined)
    if (list === undefined) return this.#reference(type.type, parameters['reference-geometry'])
    const searched = searchOptions(appearance, this.choices.byName.get(list))
    if (searched !== null) return searched
    if (type.from === 'file' || list.startsWith('${')) {
      if (type.from === 'file') this.files.set(stemOf(list), list)
      return rowsOptions(list, parameters)
    }
    const lists = type.from === 'choices' ? this.choices : this.external
    const options = lists.byName.get(list)
    if (options !== undefined) return { kind: 'list', options }
    this.problems.push(`${place}: the sheet "${type.from}" has no list "${list}".`)
    return null
  }

  /** What a question for a place shows on its map for comparison: a list of the workbook, a file, or cases. */
  #reference(type: SourceField['type'], list: string | undefined): SourceOptions | null {
    // Those of a repeat are left out, and reported with the parameter.
    if (!placeTypes.test(type) || list === undefined || list.startsWith('${')) return null
    const options = this.choices.byName.get(list)
    if (options !== undefined) return { kind: 'list', options }
    this.files.set(stemOf(list), /\.\w+$/.test(list) ? list : `${list}.csv`)
    return rowsOptions(list, { value: 'geometry', label: 'geometry' })
  }

  #field(
    row: Row,
    type: RowType & { readonly kind: 'field' },
    name: Written,
    typeText: string,
  ): SourceField {
    const meaning = meaningOf(typeText)
    const given = ruleAt(row, 'constraint')
    const constraint =
      given === null && meaning !== null ? { text: meaning.constraint, place: row.place } : given
    const hint = textsOf(row, 'hint', this.mainLanguage)
    const appearance = row.cells.get('appearance')?.text ?? ''
    const written = writtenAt(row, 'parameters')
    const parameters = parametersOf(written?.text ?? '')
    const unread = unreadParameters(written?.text ?? '')
    const setBy = setByAt(row)
    const saveTo = row.cells.get('save_to')
    const label = textsOf(row, 'label', this.mainLanguage)
    // As in the reference converter, which makes no question of such a row.
    const isUnasked = setBy.length > 0 && label.plain === '' && hint.plain === ''
    return {
      kind: 'field',
      name: name.text,
      ...(saveTo === undefined ? {} : { saveTo }),
      path: null,
      place: name.place,
      type: isUnasked ? 'calculate' : type.type,
      typeText,
      label,
      media: mediaOf(row, this.mainLanguage),
      hint: hint.plain === '' && meaning !== null ? { ...hint, plain: meaning.hint } : hint,
      guidance: textsOf(row, 'guidance_hint', this.mainLanguage),
      options: this.#options(
        type,
        row.cells.get('type')?.place ?? row.place,
        appearance,
        parameters,
      ),
      hasOther: type.hasOther,
      relevant: ruleAt(row, 'relevant'),
      required: flagAt(row, 'required'),
      requiredMessage: textsOf(row, 'required_message', this.mainLanguage),
      constraint,
      constraintMessage:
        constraint === null ? noTexts : textsOf(row, 'constraint_message', this.mainLanguage),
      calculation: setBy.length === 0 ? ruleAt(row, 'calculation') : null,
      choiceFilter: writtenAt(row, 'choice_filter'),
      readOnly: flagAt(row, 'read_only'),
      initial: initialOf(writtenAt(row, 'default'), typeText),
      setBy,
      appearance: appearanceWords(withoutSearch(appearance)),
      parameters,
      leftOut:
        unread === ''
          ? []
          : [`${written?.place}: the parameters "${unread}" are not written as name=value`],
    }
  }
}

/** The name of a row that may lack it: a note, because it has no answer that a name could refer to, and an audit. */
const nameWithout = (row: Row, type: RowType, { text }: Written): Written | undefined => {
  const { place } = row
  if (type.kind !== 'field') return undefined
  if (type.type === 'note') return { text: `note_${place.replace(/^.*!/, '')}`, place }
  return /^audit$/i.test(text) ? { text: 'audit', place } : undefined
}
