import { asXForm, Converter, type SurveyRow } from './form.ts'
import type { WalkedForm } from './rows.ts'

/** Forms that register and visit cases, also as XForms, where these are entities as the reference converter writes them. */

/** A form with its entities, and the rows of the lists that it reads. */
export interface CaseForm extends WalkedForm {
  readonly lists?: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>
  /** The group or repeat that has the entity of a list; absent for those at the root. */
  readonly at?: Readonly<Record<string, readonly string[]>>
  /** Those of `at` that repeat. */
  readonly repeats?: readonly string[]
}

const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The path of an entity's group. */
const placeOf = (form: CaseForm, list: string): readonly string[] => form.at?.[list] ?? []

const elementOf = ({ list_name, label, entity_id, create_if }: SurveyRow): string => {
  const [isCreated, isUpdated] = [!entity_id || Boolean(create_if), Boolean(entity_id)]
  const update = isUpdated ? ' update="1" baseVersion="" trunkVersion="" branchId=""' : ''
  return `<entity dataset="${list_name}" id=""${isCreated ? ' create="1"' : ''}${update}>${label ? '<label/>' : ''}</entity>`
}

const modelOf = (form: CaseForm, row: SurveyRow): string => {
  const { list_name = '', label, entity_id, create_if, update_if } = row
  const at = [...placeOf(form, list_name), 'meta', 'entity']
  const path = `/data/${at.join('/')}`
  const expression = (text: string) => xml(new Converter(form).expression(text, [...at, '@id']))
  const bind = (step: string, text: string | undefined) =>
    text
      ? `<bind nodeset="${path}/${step}" calculate="${expression(text)}" type="string" readonly="true()"/>`
      : ''
  const visited = `instance('${list_name}')/root/item[name=${entity_id}]`
  const isMissing = form.lists?.[list_name] === undefined
  return [
    entity_id ? '' : `<setvalue event="odk-instance-first-load" ref="${path}/@id" value="uuid()"/>`,
    bind('@id', entity_id) || `<bind nodeset="${path}/@id" type="string" readonly="true()"/>`,
    bind('@create', create_if),
    bind('@update', update_if),
    bind('@baseVersion', entity_id && !isMissing ? `${visited}/__version` : undefined),
    bind('label', label),
  ].join('')
}

const listOf = (name: string, rows: NonNullable<CaseForm['lists']>[string]): string => {
  const items = rows.map(
    row =>
      `<item>${Object.entries(row)
        .map(([column, text]) => `<${column}>${xml(text)}</${column}>`)
        .join('')}</item>`,
  )
  return `<instance id="${name}"><root>${items.join('')}</root></instance>`
}

/** The form as an XForm. Its lists are in it for another engine, and in files of a server for an import. */
export const asCaseXForm = (form: CaseForm, lists: 'inside' | 'outside'): string => {
  const { entities = [], survey } = form
  const isList = ({ type = '' }: SurveyRow) => type === 'csv-external'
  const plain = asXForm({ ...form, survey: survey.filter(row => !isList(row)) })
  const saved = survey.filter(row => row['save_to'] !== undefined)
  const bound = saved.reduce((text, { name = '', save_to = '' }) => {
    const property = save_to.replace(/^.*#/, '')
    const pattern = new RegExp(`<bind nodeset="(/data/(?:[^"]*/)?${name})"`)
    return text.replace(pattern, `<bind nodeset="$1" entities:saveto="${property}"`)
  }, plain)
  const [head = '', rest = ''] = bound
    .split('</instance>', 1)
    .concat(bound.slice(bound.indexOf('</instance>')))
  const isInside = ({ list_name = '' }: SurveyRow) => placeOf(form, list_name).length > 0
  const outside = entities.filter(row => !isInside(row)).map(elementOf)
  const data = entities
    .filter(isInside)
    .reduce((text, row) => {
      const end = `</${placeOf(form, row['list_name'] ?? '').at(-1)}>`
      return text.replaceAll(end, `<meta>${elementOf(row)}</meta>${end}`)
    }, head)
    .replace('</data>', `<meta><instanceID/>${outside.join('')}</meta></data>`)
  const instances = Object.entries(form.lists ?? {}).map(([name, rows]) =>
    lists === 'inside'
      ? listOf(name, rows)
      : `<instance id="${name}" src="jr://file-csv/${name}.csv"/>`,
  )
  const added = (form.repeats ?? []).flatMap(list =>
    entities.some(row => row['list_name'] === list && !row['entity_id'])
      ? [placeOf(form, list).join('/')]
      : [],
  )
  const body = added.reduce(
    (text, path) =>
      text.replace(
        '</repeat>',
        `<setvalue event="odk-new-repeat" ref="/data/${path}/meta/entity/@id" value="uuid()"/></repeat>`,
      ),
    rest,
  )
  const model = [
    ...instances,
    ...entities.map(row => modelOf(form, row)),
    '<bind nodeset="/data/meta/instanceID" jr:preload="uid" type="string" readonly="true()"/>',
  ].join('\n')
  return (data + body)
    .replace('</model>', `${model}\n</model>`)
    .replace('xmlns:jr=', 'xmlns:entities="http://www.opendatakit.org/xforms/entities" xmlns:jr=')
}
