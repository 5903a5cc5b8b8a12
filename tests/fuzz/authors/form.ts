import { workbook } from '../../server/import/make-workbook.ts'

/**
 * Small forms as authors write them, in the rows of a workbook, and the same forms as XForms, converted as the reference
 * converter does: a reference is relative within a repeat, and absolute outside of it.
 */

/** The cells of a row by column; a type and a name are in each. */
export type SurveyRow = Readonly<Record<string, string>>

/** A form as its author wrote it. Each option has a list, a name, and further columns. */
export interface AuthorForm {
  readonly survey: readonly SurveyRow[]
  readonly choices?: readonly Readonly<Record<string, string>>[]
  readonly settings?: Readonly<Record<string, string>>
  readonly entities?: readonly SurveyRow[]
}

interface Item {
  readonly row: SurveyRow
  readonly path: readonly string[]
  /** null for a question. */
  readonly items: readonly Item[] | null
}

const cell = (row: SurveyRow, column: string): string => row[column] ?? ''

const treeOf = (rows: readonly SurveyRow[]): readonly Item[] => {
  const top: Item[] = []
  const open: { readonly items: Item[]; readonly path: readonly string[] }[] = [
    { items: top, path: [] },
  ]
  for (const row of rows) {
    const type = cell(row, 'type')
    const { items, path: around } = open.at(-1) ?? { items: top, path: [] }
    if (type.startsWith('end')) {
      open.pop()
      continue
    }
    const path = [...around, cell(row, 'name')]
    const inside: Item[] | null = type.startsWith('begin') ? [] : null
    items.push({ row, path, items: inside })
    if (inside !== null) open.push({ items: inside, path })
    if (!type.endsWith(' or_other')) continue
    const name = cell(row, 'name')
    items.push({
      row: {
        type: 'text',
        name: `${name}_other`,
        label: 'Specify other.',
        relevant: `selected(../${name}, 'other')`,
      },
      path: [...around, `${name}_other`],
      items: null,
    })
  }
  return top
}

const flat = (items: readonly Item[]): readonly Item[] =>
  items.flatMap(item => [item, ...flat(item.items ?? [])])

const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const isRepeat = ({ row }: Item): boolean => cell(row, 'type') === 'begin repeat'

/** Sheets with a head of all columns that occur. */
const sheetOf = (rows: readonly SurveyRow[]): string[][] => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return [columns, ...rows.map(row => columns.map(column => cell(row, column)))]
}

/** The form as a workbook. */
export const asWorkbook = ({ survey, choices = [], settings, entities }: AuthorForm): Buffer =>
  workbook({
    survey: sheetOf(survey),
    choices: sheetOf(choices),
    ...(settings === undefined ? {} : { settings: sheetOf([settings]) }),
    ...(entities === undefined ? {} : { entities: sheetOf(entities) }),
  })

const bindTypes: Readonly<Record<string, string>> = {
  integer: 'int',
  decimal: 'decimal',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  range: 'decimal',
  geopoint: 'geopoint',
  rank: 'odk:rank',
  image: 'binary',
  audio: 'binary',
  barcode: 'barcode',
}

/** Converts a form to an XForm. */
export class Converter {
  readonly #items: readonly Item[]
  readonly #tree: readonly Item[]

  constructor(readonly form: AuthorForm) {
    this.#tree = treeOf(form.survey)
    this.#items = flat(this.#tree)
  }

  #repeats(path: readonly string[]): readonly Item[] {
    return this.#items.filter(
      item => isRepeat(item) && item.path.every((step, n) => step === path[n]),
    )
  }

  /** `${name}` as a path from an item, which is in the same repeats as far as both are. */
  #pathTo(name: string, from: readonly string[], isAbsolute: boolean): string {
    const found = this.#items.find(({ path }) => path.at(-1) === name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    // A repeat is not within itself.
    const around = this.#repeats(found.path.slice(0, -1))
    const shared = this.#repeats(from.slice(0, -1)).filter(repeat => around.includes(repeat))
    const last = shared.at(-1)
    if (last === undefined || isAbsolute) return `/data/${found.path.join('/')}`
    const ups = from.length - last.path.length
    return [...Array<string>(ups).fill('..'), ...found.path.slice(last.path.length)].join('/')
  }

  /** An expression with its references as paths. */
  expression(text: string, from: readonly string[]): string {
    const spans = [...text.matchAll(/indexed-repeat\([^)]*\)/g)].map(
      ({ index, 0: { length } }) => [index, index + length] as const,
    )
    return text.replace(/\$\{\s*([^}\s]+)\s*\}/g, (_whole, name: string, at: number) => {
      const before = text.slice(0, at)
      const depth = before.split('[').length - before.split(']').length
      const isIndexed = spans.some(([start, end]) => at > start && at < end)
      const path = this.#pathTo(name, from, isIndexed)
      return depth > 0 && path.startsWith('..') ? `current()/${path}` : path
    })
  }

  #bind({ row, path }: Item): string {
    const name = `/data/${path.join('/')}`
    const type = cell(row, 'type').split(' ')[0] ?? ''
    const rules = {
      relevant: 0,
      required: 0,
      constraint: 0,
      calculation: 'calculate',
      read_only: 'readonly',
    }
    const attributes = Object.entries(rules).flatMap(([column, attribute]) => {
      const text = cell(row, column).replace(/^(yes|true)$/i, 'true()')
      if (text === '' || cell(row, 'trigger') !== '') return []
      return `${attribute === 0 ? column : attribute}="${xml(this.expression(text, path))}"`
    })
    const isNote = type === 'note' ? ['readonly="true()"'] : []
    return `<bind nodeset="${name}" type="${bindTypes[type] ?? 'string'}" ${[...attributes, ...isNote].join(' ')}/>`
  }

  #data(items: readonly Item[], isTemplate = false): string {
    return items
      .map(item => {
        const [name = '', template] = [item.path.at(-1), isRepeat(item) ? ' jr:template=""' : '']
        const inside = item.items === null ? '' : this.#data(item.items, isTemplate)
        const first = cell(item.row, 'default')
        const isConstant = !/[(${+]/.test(first)
        const one = `<${name}>${item.items === null ? (isConstant ? xml(first) : '') : inside}</${name}>`
        if (!isRepeat(item)) return one
        const begun = cell(item.row, 'repeat_count') === '' ? one : ''
        const isOfTemplate = isTemplate || this.#repeats(item.path).length === 1
        const blank = `<${name}${template}>${this.#data(item.items ?? [], true)}</${name}>`
        return `${isOfTemplate ? blank : ''}${begun}`
      })
      .join('')
  }

  #lists(): string {
    const names = new Set((this.form.choices ?? []).map(row => cell(row, 'list_name')))
    const isOther = (name: string) =>
      this.form.survey.some(
        row => cell(row, 'type').endsWith(' or_other') && cell(row, 'type').split(' ')[1] === name,
      )
    return [...names]
      .map(name => {
        const rows = [
          ...(this.form.choices ?? []).filter(row => cell(row, 'list_name') === name),
          ...(isOther(name) ? [{ name: 'other', label: 'Other' }] : []),
        ]
        const items = rows.map(
          row =>
            `<item>${Object.entries(row)
              .filter(([column, text]) => column !== 'list_name' && text !== '')
              .map(([column, text]) => `<${column}>${xml(text)}</${column}>`)
              .join('')}</item>`,
        )
        return `<instance id="${name}"><root>${items.join('')}</root></instance>`
      })
      .join('\n')
  }

  #setValues(items: readonly Item[], isInRepeat: boolean): string {
    return flat(items)
      .flatMap(({ row, path }) => {
        const first = cell(row, 'default')
        if (!/[(${+]/.test(first) || this.#repeats(path).length > 0 !== isInRepeat) return []
        const event = isInRepeat
          ? 'odk-instance-first-load odk-new-repeat'
          : 'odk-instance-first-load'
        return `<setvalue event="${event}" ref="/data/${path.join('/')}" value="${xml(this.expression(first, path))}"/>`
      })
      .join('')
  }

  /** The calculations that run when an answer changes. */
  #triggered(name: string): string {
    return this.#items
      .filter(({ row }) => cell(row, 'trigger') === `\${${name}}`)
      .map(
        ({ row, path }) =>
          `<setvalue event="xforms-value-changed" ref="/data/${path.join('/')}" value="${xml(this.expression(cell(row, 'calculation'), path))}"/>`,
      )
      .join('')
  }

  #text(text: string, path: readonly string[]): string {
    const parts = text.split(/\$\{\s*([^}\s]+)\s*\}/)
    return parts
      .map((part, n) =>
        n % 2 === 0 ? xml(part) : `<output value="${this.#pathTo(part, path, false)}"/>`,
      )
      .join('')
  }

  #control({ row, path, items }: Item): string {
    const ref = `/data/${path.join('/')}`
    const [type = '', list = ''] = cell(row, 'type')
      .replace(/_from_file|\.csv$/g, '')
      .split(' ')
    const label = `<label>${this.#text(cell(row, 'label'), path)}</label>`
    if (items !== null) {
      const inside = items.map(one => this.#control(one)).join('')
      if (cell(row, 'type') === 'begin group')
        return `<group ref="${ref}">${label}${inside}</group>`
      const counted = cell(row, 'repeat_count')
      const count =
        counted === ''
          ? ''
          : `jr:count="${xml(this.expression(counted, path))}" jr:noAddRemove="true()"`
      return `<group ref="${ref}">${label}<repeat nodeset="${ref}" ${count}>${inside}${this.#setValues(items, true)}</repeat></group>`
    }
    if (cell(row, 'label') === '' && !['text'].includes(type)) return ''
    const more = `ref="${ref}"${cell(row, 'appearance') === '' ? '' : ` appearance="${cell(row, 'appearance')}"`}`
    const inside = `${label}${this.#triggered(path.at(-1) ?? '')}`
    if (list !== '') {
      const filter = cell(row, 'choice_filter')
      const own = list.startsWith('$') ? list.slice(2, -1) : null
      const source = own
        ? this.#rowsOf(list, path)
        : `instance('${list}')/root/item${filter === '' ? '' : `[${this.expression(filter, path).replace(/(^|[^\w.)/])((?:\.\.\/)+)/g, '$1current()/$2')}]`}`
      const tag = { select_one: 'select1', select_multiple: 'select', rank: 'odk:rank' }[type] ?? ''
      return `<${tag} ${more}>${inside}<itemset nodeset="${xml(source)}"><value ref="${own ?? 'name'}"/><label ref="${own ?? 'label'}"/></itemset></${tag}>`
    }
    if (type === 'range') {
      return `<range ${more} ${cell(row, 'parameters').replace(/(\w+)=(\S+)/g, '$1="$2"')}>${inside}</range>`
    }
    if (type === 'acknowledge') return `<trigger ${more}>${inside}</trigger>`
    if (['image', 'audio'].includes(type))
      return `<upload ${more} mediatype="${type}/*">${inside}</upload>`
    return `<input ${more}>${inside}</input>`
  }

  #rowsOf(list: string, from: readonly string[]): string {
    const steps = this.#pathTo(list.slice(2, -1), from, false).split('/')
    return `${steps.slice(0, -1).join('/')}[./${steps.at(-1) ?? ''} != '']`
  }

  xml(): string {
    const named = cell(this.form.settings ?? {}, 'instance_name')
    const bound = this.#items.filter(
      ({ items, row }) => items === null || cell(row, 'relevant') !== '',
    )
    return `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:odk="http://www.opendatakit.org/xforms">
<h:head><h:title>Form</h:title><model>
<instance><data id="form">${this.#data(this.#tree)}${named === '' ? '' : '<meta><instanceName/></meta>'}</data></instance>
${this.#lists()}
${bound.map(item => this.#bind(item)).join('\n')}
${named === '' ? '' : `<bind nodeset="/data/meta/instanceName" type="string" calculate="${xml(this.expression(named, ['meta', 'instanceName']))}"/>`}
${this.#setValues(this.#tree, false)}
</model></h:head>
<h:body>${this.#tree.map(item => this.#control(item)).join('\n')}</h:body></h:html>`
  }
}

/** The form as an XForm. */
export const asXForm = (form: AuthorForm): string => new Converter(form).xml()
